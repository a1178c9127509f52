namespace IwTune.Agent.Windows.Templates.PowerShell;

/// <summary>A PowerShell that runs one command of the module NetTCPIP at a time.</summary>
public interface IPowerShell
{
    /// <summary>Why there is none here, and what would help, as a sentence; <see langword="null"/> when there is one.</summary>
    string? Absent { get; }

    /// <summary>Runs one command. A refusal is in the answer.</summary>
    /// <exception cref="OperationCanceledException">The caller gave up; the command was stopped.</exception>
    ValueTask<PowerShellAnswer> InvokeAsync(PowerShellCommand command, CancellationToken ct);
}

/// <summary>A command and its parameters; never script text.</summary>
/// <param name="Name"><c>Get-NetTCPSetting</c>.</param>
/// <param name="Parameters">By name without the dash.</param>
public sealed record PowerShellCommand(string Name, IReadOnlyDictionary<string, object> Parameters);

/// <summary>The output of a command.</summary>
/// <param name="Rows">One bag of properties for each object, in their order.</param>
/// <param name="Error">The first error; <see langword="null"/> when there was none.</param>
public sealed record PowerShellAnswer(IReadOnlyList<IReadOnlyDictionary<string, object?>> Rows, PowerShellError? Error = null);

/// <summary>An error as PowerShell reports it. Texts are for people: they are not compared.</summary>
/// <param name="Id">FullyQualifiedErrorId: <c>Windows System Error 87,Set-NetTCPSetting</c>.</param>
/// <param name="NativeCode">A Win32 error where it is known by another way than the id, which carries it.</param>
/// <param name="Text">The message.</param>
public sealed record PowerShellError(string Id, int? NativeCode, string Text)
{
    /// <summary>The id of an error that is none of PowerShell's: the command was stopped because it did not end.</summary>
    public const string TimeLimit = "IwTune.TimeLimit";
}
