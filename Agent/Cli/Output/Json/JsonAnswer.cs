using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Output.Json;

/// <summary>
/// With <c>--json</c> every command writes one document, even when it is refused: the sentences that a person reads on standard error, the
/// exit code, and every problem of a document separately. A command that has written its own document needs no other.
/// </summary>
internal sealed class JsonAnswer
{
    private readonly Terminal _real;
    private readonly HeardOutput _out,
        _error;

    public JsonAnswer(Terminal terminal)
    {
        _real = terminal;
        (_out, _error) = (new HeardOutput(terminal.Out), new HeardOutput(terminal.Error));
        Terminal = terminal with { Out = _out.Writer, Error = _error.Writer, Width = null };
    }

    /// <summary>Where the command writes.</summary>
    public Terminal Terminal { get; }

    /// <summary>The command has ended.</summary>
    /// <param name="exit">As it exits.</param>
    /// <param name="why">What ended it, where something did.</param>
    public void End(int exit, Exception? why)
    {
        if (_out.Text.Length > 0)
            return;
        var (document, problems) = why is IHasProblems { Problems.Count: > 0 } known ? (known.Document, known.Problems) : ("", []);
        var answer = new RefusedCommand(exit, _error.Text.TrimEnd(), [.. problems.Select(problem => ShownProblem.Of(document, problem))]);
        _real.Out.WriteJson(answer, AgentJson.Shown.RefusedCommand);
    }
}

/// <summary>A command that was refused or failed.</summary>
/// <param name="Exit">The exit code.</param>
/// <param name="Text">What a person reads.</param>
/// <param name="Problems">The problems of the given document; empty when the text says everything.</param>
internal sealed record RefusedCommand(int Exit, string Text, IReadOnlyList<ShownProblem> Problems);

/// <summary>One problem of a document.</summary>
/// <param name="File">The document by its name on the command line; empty when the server found it in the request.</param>
/// <param name="Line">From 1; 0 when it is not known.</param>
/// <param name="Column">From 1; 0 when it is not known.</param>
/// <param name="Path">Where in the document: <c>scopes[1].window.initcwnd</c>; empty for all of it.</param>
/// <param name="Value">The value as written; <see langword="null"/> when something is missing.</param>
/// <param name="Rule">What to write instead.</param>
internal sealed record ShownProblem(string File, int Line, int Column, string Path, string? Value, string Rule)
{
    public static ShownProblem Of(string file, PolicyProblem problem) =>
        new(file, problem.Line, problem.Column, problem.Path, problem.Value, problem.Rule);
}
