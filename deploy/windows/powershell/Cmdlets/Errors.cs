using System.Management.Automation;
using IwTune.PowerShell.Running;

namespace IwTune.PowerShell.Cmdlets;

/// <summary>Errors by what the caller can do next; their ids are for scripts.</summary>
internal static class Errors
{
    /// <summary>A run without an answer, by its exit code.</summary>
    public static ErrorRecord Of(ProgramRun run, object? about)
    {
        var (id, category) = run.ExitCode switch
        {
            3 => ("IwTune.Unsupported", ErrorCategory.NotImplemented),
            4 => ("IwTune.Unreachable", ErrorCategory.ConnectionError),
            5 => ("IwTune.Permission", ErrorCategory.PermissionDenied),
            64 => ("IwTune.Invalid", ErrorCategory.InvalidArgument),
            _ => ("IwTune.Failed", ErrorCategory.OperationStopped),
        };
        var text = run.Said.Count > 0 ? string.Join(Environment.NewLine, run.Said) : $"iwtune ended with {run.ExitCode} and said nothing.";
        return new ErrorRecord(new InvalidOperationException(text), id, category, about);
    }

    public static ErrorRecord NotFound(string[] looked) =>
        new(
            new FileNotFoundException(
                $"iwtune was not found. Looked at: {string.Join(", ", looked)}. Install it, or name it with -Program."
            ),
            "IwTune.NotFound",
            ErrorCategory.ObjectNotFound,
            null
        );

    public static ErrorRecord NotStarted(string path, Exception why) =>
        new(
            new InvalidOperationException($"{path} could not be started: {why.Message}", why),
            "IwTune.NotStarted",
            ErrorCategory.ResourceUnavailable,
            path
        );

    public static ErrorRecord NotUnderstood(string path, Exception why) =>
        new(
            new InvalidOperationException(
                $"{path} gave no answer this module understands: {why.Message} Module and program may be of different versions.",
                why
            ),
            "IwTune.NotUnderstood",
            ErrorCategory.InvalidData,
            path
        );
}
