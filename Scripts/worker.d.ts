// For the check of the service worker: what only a service worker has, which TypeScript knows under another global scope.
declare const registration: ServiceWorkerRegistration;
declare const clients: any;
declare function skipWaiting(): Promise<void>;
interface WorkerNavigator {
    connection?: { saveData?: boolean };
}
interface Event {
    [name: string]: any;
}
