using System.Runtime.Serialization;
using IwTune.PowerShell.Answers;

namespace IwTune.PowerShell.Running;

/// <summary>What a run of iwtune came to.</summary>
internal sealed class ProgramRun(int exitCode, string output, string error)
{
    public int ExitCode { get; } = exitCode;

    /// <summary>Standard output: one JSON document, or nothing.</summary>
    public string Output { get; } = output;

    /// <summary>Standard error, a sentence a line.</summary>
    public IReadOnlyList<string> Said { get; } = error.Split(['\r', '\n'], StringSplitOptions.RemoveEmptyEntries);

    /// <summary>True when there is an answer to read.</summary>
    public bool Answered => Output.TrimStart().StartsWith("{", StringComparison.Ordinal) && !IsRefusal(Output);

    private static bool IsRefusal(string output)
    {
        try
        {
            // Quotes in a text are escaped, so that this is a key.
            return output.IndexOf("\"problems\":", StringComparison.Ordinal) >= 0 && Answer.Read<RefusedAnswer>(output) is not null;
        }
        catch (SerializationException)
        {
            return false;
        }
    }
}
