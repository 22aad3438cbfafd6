import Files
import Foundation
import Glibc
import Inventory
import InventoryStore
import Localization
import Reports
import Synchronization
import Testing

@testable import HTTPServer
@testable import InventoryServer

/// Reports of a program in place of the command: a shell with a script, which sees the call in its environment.
@Suite("Reports for programs and pages")
struct ReportJobTests {
    /// What was called, and by which processes.
    final class Calls: Sendable {
        let all = Mutex<[ReportCall]>([])
        let processes = Mutex<[Int32]>([])

        func isRunning(_ index: Int) -> Bool {
            let number = processes.withLock { $0.count > index ? $0[index] : 0 }
            return number > 0 && kill(number, 0) == 0
        }
    }

    private func server(
        _ script: String, calls: Calls = Calls(), _ change: (inout ServerOptions) -> Void = { _ in }
    ) throws -> TestServer {
        try TestServer { options in
            options.reports = ReportProgram(
                entries: { words, _ in
                    [
                        ReportEntry(
                            name: "inventory", title: words["title.inventory"], kind: "inventory", isSaved: false,
                            formats: ReportFormat.allCases),
                        ReportEntry(
                            name: "Gäste/é", title: "<b>", kind: "inventory", isSaved: true, formats: [.html]),
                        ReportEntry(
                            name: "labels", title: words["title.labels"], kind: "labels", isSaved: false,
                            formats: [.html, .pdf]),
                    ]
                },
                columns: { _ in ["name", "Shelf mark"] },
                start: { call in
                    calls.all.withLock { $0.append(call) }
                    let child = try ChildProcess(
                        "/bin/sh", arguments: ["sh", "-c", script],
                        sources: [0: .reading("/dev/null"), 1: .writing("/dev/null"), 2: .writing(call.messages)],
                        environment: ["OUT=\(call.document)", "PROGRESS=\(call.progress)"], isApart: true)
                    calls.processes.withLock { $0.append(child.number) }
                    return child
                })
            change(&options)
        }
    }

    private let makes = "echo document > $OUT"
    /// Runs until it is ended.
    private let lasts = "echo '3 12      ' > $PROGRESS; sleep 3600 & wait"

    private func folders() -> Set<String> {
        let names = try? FileManager.default.contentsOfDirectory(atPath: TemporaryFile.defaultFolder)
        return Set((names ?? []).filter { $0.hasPrefix("homepwner-report-") })
    }

    private func eventually(_ check: () throws -> Bool) rethrows -> Bool {
        for _ in 0..<500 {
            if try check() { return true }
            usleep(20_000)
        }
        return false
    }

    private func begin(_ server: TestServer, _ body: String = #"{"format":"csv"}"#) throws -> String {
        let response = try server.api("POST", "/api/reports/inventory", body)
        #expect(response.status == 202)
        return try #require(response.field("Location"))
    }

    private func ended(_ server: TestServer, _ job: String) throws -> [String: Any] {
        var json: [String: Any] = [:]
        _ = try eventually {
            json = try server.api("GET", job).json ?? [:]
            return json["state"] as? String != "running"
        }
        return json
    }

    @Test("the reports are listed with titles in the reader's language, formats and columns")
    func list() throws {
        let server = try server(makes)
        for (language, title) in [("en", "Inventory"), ("de-AT", "Inventar")] {
            let json = try server.api("GET", "/api/reports", fields: ["Accept-Language: \(language)"]).json
            let reports = try #require(json?["reports"] as? [[String: Any]])
            #expect(reports.map { $0["name"] as? String } == ["inventory", "Gäste/é", "labels"])
            #expect(reports[0]["title"] as? String == title && reports[0]["saved"] as? Bool == false)
            #expect(reports[1]["saved"] as? Bool == true && reports[1]["formats"] as? [String] == ["html"])
            #expect(json?["columns"] as? [String] == ["name", "Shelf mark"])
        }
    }

    @Test(
        "nothing of it is shown without a session",
        arguments: [
            "GET /api/reports", "GET /api/reports/inventory", "POST /api/reports/inventory", "GET /report",
            "POST /report",
            "GET /api/report-jobs/00000000-0000-0000-0000-000000000000",
            "DELETE /api/report-jobs/00000000-0000-0000-0000-000000000000",
            "GET /api/report-jobs/00000000-0000-0000-0000-000000000000/document",
        ])
    func strangers(request: String) throws {
        let calls = Calls()
        let server = try server(makes, calls: calls)
        let response = try server.perform("\(request) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        #expect(response.status == 401)
        #expect(calls.all.withLock { $0.isEmpty })
    }

    @Test(
        "a report is sent as a file to save, with a name and its type",
        arguments: [
            ("inventory?format=pdf", "application/pdf", "inventory-", ".pdf"),
            ("inventory", "text/html; charset=utf-8", "inventory-", ".html"),
            (
                "inventory?format=xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                "inventory-", ".xlsx"
            ),
        ])
    func document(target: String, type: String, start: String, end: String) throws {
        let before = folders()
        let server = try server(makes)
        let response = try server.api("GET", "/api/reports/\(target)")
        #expect(response.status == 200 && response.body == "document\n")
        #expect(response.field("Content-Type") == type)
        let name = try #require(response.field("Content-Disposition"))
        #expect(name.hasPrefix("attachment; filename*=UTF-8''\(start)20") && name.hasSuffix(end))
        #expect(response.field("Content-Security-Policy")?.contains("sandbox") == true)
        #expect(eventually { folders().subtracting(before).isEmpty })
    }

    @Test("the options are passed on as they are, and no others are taken")
    func options() throws {
        let calls = Calls()
        let server = try server(makes, calls: calls)
        let query = "format=csv&where=a%20b%22%27%24%28x%29&columns=name,value&title=--x&locale=de"
        #expect(try server.api("GET", "/api/reports/inventory?\(query)").status == 200)
        let call = try #require(calls.all.withLock { $0.last })
        #expect(call.format == .csv && call.items == nil && call.language == "en")
        #expect(call.values.map(\.name) == ["where", "columns", "title", "locale"])
        #expect(call.values.map(\.value) == ["a b\"'$(x)", "name,value", "--x", "de"])
        for name in ["output", "template", "templates", "logo", "input", "store", "sign", "ids", "jobs"] {
            #expect(
                try server.api("GET", "/api/reports/inventory?\(name)=x").problem == "malformed-parameter", "\(name)")
            #expect(try server.api("POST", "/api/reports/inventory", "{\"\(name)\":\"x\"}").problem == "invalid-field")
        }
        #expect(try server.api("GET", "/api/reports/inventory?title=a%00b").problem == "malformed-parameter")
        #expect(try server.api("POST", "/api/reports/inventory", #"{"title":"a\nb"}"#).problem == "invalid-field")
        let long = String(repeating: "a", count: ReportCall.longest + 1)
        #expect(try server.api("POST", "/api/reports/inventory", "{\"where\":\"\(long)\"}").problem == "invalid-field")
        #expect(try server.api("POST", "/api/reports/inventory", #"{"where":5}"#).problem == "invalid-field")
        #expect(try server.api("GET", "/api/reports/none").problem == "no-such-report")
        #expect(try server.api("GET", "/api/reports/inventory?format=doc").problem == "invalid-field")
        #expect(try server.api("GET", "/api/reports/labels?format=csv").problem == "invalid-field")
        #expect(calls.all.withLock { $0.count } == 1)
    }

    @Test("items are named by a list of ids")
    func chosen() throws {
        let calls = Calls()
        let server = try server(makes, calls: calls)
        let ids = [UUID(), UUID()]
        let list = ids.map { "\"\($0.text)\"" }.joined(separator: ",")
        let job = try begin(server, "{\"ids\":[\(list)]}")
        #expect(try ended(server, job)["state"] as? String == "done")
        #expect(calls.all.withLock { $0.last?.items } == ids)
        for wrong in ["[]", "[\"x\"]", "\"x\"", "[5]", "[\(list),null]"] {
            let response = try server.api("POST", "/api/reports/inventory", "{\"ids\":\(wrong)}")
            #expect(response.problem == "invalid-field", "\(wrong)")
        }
        let many = Array(repeating: "\"\(ids[0].text)\"", count: 50_001).joined(separator: ",")
        #expect(try server.api("POST", "/api/reports/inventory", "{\"ids\":[\(many)]}").problem == "invalid-field")
    }

    @Test("what the command refuses is refused with its words, and another end is a failure")
    func refusals() throws {
        let before = folders()
        let words = "printf 'homepwner: --columns: there is no column nme\\nSee homepwner help report\\n' >&2; exit "
        for (status, code, kind) in [
            (2, 422, "report-refused"), (1, 500, "report-failed"), (127, 500, "report-failed"),
        ] {
            let server = try server(words + "\(status)")
            let response = try server.api("GET", "/api/reports/inventory?columns=nme")
            #expect(response.status == code && response.problem == kind)
            #expect(response.json?["detail"] as? String == "--columns: there is no column nme")
            let job = try ended(server, try begin(server))
            #expect(job["state"] as? String == "failed")
            let problem = try #require(job["problem"] as? [String: Any])
            #expect(problem["type"] as? String == "urn:homepwner:problem:\(kind)")
            #expect(problem["detail"] as? String == "--columns: there is no column nme")
        }
        let killed = try server("kill -9 $$")
        #expect(try killed.api("GET", "/api/reports/inventory").problem == "report-failed")
        let silent = try server("exit 0")
        #expect(try silent.api("GET", "/api/reports/inventory").problem == "report-failed")
        for server in [killed, silent] { server.tearDown() }
        #expect(eventually { folders().subtracting(before).isEmpty })
    }

    @Test("a job says how far it is, and its document waits with what is to be said about it")
    func progress() throws {
        let calls = Calls()
        // Goes on at a signal.
        let server = try server(
            """
            trap 'go=1' USR1; echo '3 12      ' > $PROGRESS; until [ $go ]; do sleep 0.05; done
            echo x > $OUT; echo 'homepwner: note' >&2
            """, calls: calls)
        let job = try begin(server)
        var json: [String: Any] = [:]
        #expect(
            try eventually {
                json = try server.api("GET", job).json ?? [:]
                return json["total"] != nil
            })
        #expect(json["state"] as? String == "running" && json["done"] as? Int == 3 && json["total"] as? Int == 12)
        #expect(try server.api("GET", job + "/document").problem == "no-such-report")
        #expect(calls.processes.withLock { kill($0[0], SIGUSR1) } == 0)
        json = try ended(server, job)
        #expect(json["state"] as? String == "done" && json["notes"] as? [String] == ["note"])
        #expect((json["fileName"] as? String)?.hasSuffix(".csv") == true && json["bytes"] as? Int == 2)
        #expect(json["document"] as? String == job + "/document")
        #expect(try server.api("GET", job + "/document").body == "x\n")
    }

    @Test("a cancelled report ends with its process and its files")
    func cancelled() throws {
        let (calls, before) = (Calls(), folders())
        let server = try server(lasts, calls: calls)
        let job = try begin(server)
        #expect(eventually { calls.isRunning(0) && !folders().subtracting(before).isEmpty })
        #expect(try server.api("DELETE", job).status == 204)
        #expect(eventually { !calls.isRunning(0) && folders().subtracting(before).isEmpty })
        #expect(try server.api("GET", job).problem == "no-such-report")
        #expect(try server.api("DELETE", job).problem == "no-such-report")
    }

    @Test("a client that goes away cancels the report that it waits for")
    func gone() throws {
        let calls = Calls()
        let server = try server(lasts, calls: calls)
        do {
            let client = try server.client()
            client.send(
                "GET /api/reports/inventory HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                    + "Authorization: Bearer \(server.bearer)\r\n\r\n")
            #expect(eventually { calls.isRunning(0) })
        }
        #expect(eventually { !calls.isRunning(0) })
    }

    @Test("more reports than the limit are refused with the time to wait, until one has ended")
    func limit() throws {
        let calls = Calls()
        let server = try server(lasts, calls: calls)
        let jobs = try (0..<2).map { _ in try begin(server) }
        for method in ["GET", "POST"] {
            let response = try server.api(method, "/api/reports/inventory", method == "POST" ? "{}" : nil)
            #expect(response.status == 503 && response.problem == "server-busy" && response.field("Retry-After") == "5")
        }
        #expect(try server.api("DELETE", jobs[0]).status == 204)
        #expect(try eventually { try server.api("POST", "/api/reports/inventory", "{}").status == 202 })
    }

    @Test("a report that takes too long is ended")
    func time() throws {
        let server = try server(lasts) { $0.limits.reportSeconds = 0.5 }
        let job = try ended(server, try begin(server))
        #expect((job["problem"] as? [String: Any])?["type"] as? String == "urn:homepwner:problem:report-failed")
    }

    @Test("a job belongs to its session")
    func sessions() throws {
        let server = try server(makes)
        let job = try begin(server)
        _ = try ended(server, job)
        for path in [job, job + "/document"] {
            #expect(try server.browse("GET", path).problem == "no-such-report")
            #expect(try server.api("GET", path).status == 200)
        }
    }

    @Test("jobs go with time, with their session, and with the server, and the newest of a session stay")
    func removal() throws {
        let before = folders()
        let time = Mutex(1000.0)
        let sessions = SessionStore(clock: { time.withLock { $0 } })
        let pool = WorkerPool(threads: 2)
        let program = ReportProgram(entries: { _, _ in [] }, columns: { _ in [] }) { call in
            try ChildProcess("/bin/sh", arguments: ["sh", "-c", "echo x > \(call.document)"], sources: [:])
        }
        let jobs = ReportJobs(program, slots: ReportSlots(9), seconds: 60, sessions: sessions) { time.withLock { $0 } }
        let session = try sessions.signIn(sessions.makeToken(), kind: .bearer, peer: Peer(name: "test")).session
        let selector = session.selector
        func begin() throws -> UUID {
            let job = try ReportJob(session: selector, fileName: "x.csv") { folder in
                ReportCall(
                    name: "inventory", format: .csv, values: [], items: nil, hidden: [], language: "en", folder: folder)
            }
            try jobs.begin(job, on: pool)
            time.withLock { $0 += 1 }
            return job.id
        }
        let ids = try (0..<ReportJobs.perSession + 1).map { _ in try begin() }
        #expect(throws: RequestError.self) { try jobs.job(ids[0], of: selector) }
        #expect(eventually { !jobs.isRunning && folders().subtracting(before).count == ReportJobs.perSession })
        time.withLock { $0 += ReportJobs.keptSeconds - 10 }
        _ = try jobs.job(ids[1], of: selector)
        time.withLock { $0 += 10 }
        jobs.removeOutdated()
        #expect(eventually { folders().subtracting(before).count == 1 })
        _ = try jobs.job(ids[1], of: selector)
        jobs.stop()
        #expect(eventually { folders().subtracting(before).isEmpty })
        #expect(throws: RequestError.self) { try begin() }
        pool.stop(by: MonotonicClock.now() + 10)
    }

    @Test("a server that stops ends the reports that are being made")
    func stop() throws {
        let (calls, before) = (Calls(), folders())
        let server = try server(lasts, calls: calls)
        _ = try begin(server)
        #expect(eventually { calls.isRunning(0) })
        #expect(server.web.stop())
        // It would have gone on for much longer.
        #expect(!calls.isRunning(0))
        #expect(eventually { folders().subtracting(before).isEmpty })
    }

    @Test("without script a form makes a report, and shows why one was refused")
    func form() throws {
        let calls = Calls()
        let server = try server(makes, calls: calls)
        let page = try server.browse("GET", "/report?return=/index.html")
        #expect(page.status == 200 && page.body.contains(#"<option value="Gäste/é">&lt;b&gt;</option>"#))
        #expect(!page.body.contains(#"value="labels""#) && page.body.contains(#"href="/index.html""#))
        let made = try server.browse(
            "POST", "/report", "csrf=\(server.proof)&report=inventory&format=csv&where=tag%3Agift")
        #expect(made.status == 200 && made.body == "document\n")
        #expect(calls.all.withLock { $0.last?.values.map(\.value) } == ["tag:gift"])
        #expect(try server.browse("POST", "/report", "report=inventory&format=csv").status == 403)
        let other = try self.server("echo 'homepwner: --where: <no>' >&2; exit 2")
        let refused = try other.browse(
            "POST", "/report", "csrf=\(other.proof)&report=inventory&format=csv&where=x%22y")
        #expect(refused.status == 422 && refused.body.contains("--where: &lt;no&gt;"))
        #expect(refused.body.contains(#"value="x&quot;y""#) && refused.body.contains(#"value="csv" selected"#))
    }

    @Test("a server that makes no reports has no addresses for them")
    func none() throws {
        let server = try TestServer()
        #expect(try server.api("GET", "/api/reports").status == 404)
        #expect(try server.api("GET", "/api/reports/inventory").status == 404)
    }
}
