namespace IwTune.Agent.Tests.Windows.Faults;

/// <summary>The process ends here: no code of the product catches it.</summary>
public sealed class KilledException(string where) : Exception(where);
