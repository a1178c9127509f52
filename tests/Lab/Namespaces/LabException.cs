namespace IwTune.Lab;

/// <summary>The laboratory could not be set up or a command in it failed; the text says what was tried and what came back.</summary>
public sealed class LabException(string message) : Exception(message);
