namespace IwTune.Lab;

/// <summary>The laboratory could not be set up or a command in it failed; the text names the attempt and the result.</summary>
public sealed class LabException(string message) : Exception(message);
