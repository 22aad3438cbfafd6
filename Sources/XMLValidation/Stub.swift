enum XMLValidationStub {}
