enum TemplatingStub {}
