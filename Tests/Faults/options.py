"""The options that the fault tests share, and their pool of workers."""
import argparse
import multiprocessing
import os
import signal


def parser():
    """The options that every test of this folder takes."""
    options = argparse.ArgumentParser()
    options.add_argument("--sample", type=float, default=0, help="the seconds that the test may take")
    options.add_argument("--seed", type=int, default=int(os.environ.get("FAULTS_SEED", "1")))
    return options


def fault_parser():
    """The options of a test that makes one call fail in each run."""
    options = parser()
    options.add_argument("--point", metavar="CALL:N:ERROR", help="only this fault")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    return options


def point(text):
    """The parts of a --point."""
    call, number, error = text.split(":")
    return call, int(number), error


bench = None  # the folder of this worker


def pool(make_bench, jobs):
    """Worker processes, each with a bench of its own that is closed when the worker ends."""
    return multiprocessing.Pool(jobs, start_worker, [make_bench, os.environ["FAULTS_INJECT"]])


def start_worker(make_bench, inject):
    global bench
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bench = make_bench(inject)
    multiprocessing.util.Finalize(bench, bench.close, exitpriority=10)
