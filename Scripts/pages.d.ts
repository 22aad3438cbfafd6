// For the check of the pages' scripts: what browsers have and TypeScript 4.8 does not know, and elements found by id or
// selector, whose kind the check cannot tell.
interface Element {
    [name: string]: any;
}
interface EventTarget {
    [name: string]: any;
}
interface Array<T> {
    findLast(test: (value: T, index: number, all: T[]) => unknown): T | undefined;
}
interface Document {
    [name: string]: any;
}
declare namespace Intl {
    function supportedValuesOf(key: string): string[];
}
