using System.CommandLine;
using System.Text;
using IwTune.Agent.Cli.Dsc;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Cli;

/// <summary>
/// Completes the commands that the output quotes as advice: they repeat <c>--state</c> and <c>--socket</c> of the command line, or they
/// would act on another agent. The texts come from the engine and from a daemon, which do not know how they were asked.
/// </summary>
internal sealed class Advice
{
    private const string Start = "'iwtune ";

    /// <summary>Before it stands the name of a process, not advice.</summary>
    private const string Process = "' (pid ";

    private (string Name, string Word)[] _options = [];

    /// <summary>The commands that take both options and differ with them.</summary>
    public static IReadOnlyList<string> Commands { get; } =
    [
        "apply",
        "cleanup",
        "confirm",
        "enroll",
        "experiment",
        "explain-rollback",
        "history",
        "hold",
        "override",
        "release",
        "rollback",
        "run",
        "show",
        "status",
        "unenroll",
        "verify",
    ];

    /// <summary>The terminal, with advice completed as soon as the command line is known.</summary>
    /// <param name="terminal">Where the command writes.</param>
    /// <param name="json">True when its output is a document: then only the sentences in it are completed, before they are encoded.</param>
    public Terminal Before(Terminal terminal, bool json) =>
        terminal with
        {
            Advised = Complete,
            Out = json ? terminal.Out : Completing(terminal.Out),
            Error = Completing(terminal.Error),
        };

    /// <summary>From now on advice repeats the options of this command line.</summary>
    /// <exception cref="UsageException">The name of the state directory is empty.</exception>
    public void Repeat(ParseResult parsed)
    {
        if (HelpPage.PathOf(parsed.CommandResult.Command).Contains(DscVerb.Name))
            return; // it writes JSON without being asked for it
        var options = new List<(string Name, string Word)>();
        if (OwnCommand.StateOption(parsed.StateOf()) is { Length: > 0 } state)
            options.Add((StateOption.Option.Name, state));
        if (parsed.GetValue(SocketOption.Option) is { Length: > 0 } socket)
            options.Add((SocketOption.Option.Name, OwnCommand.Option(SocketOption.Option.Name, socket)));
        _options = [.. options];
    }

    private PassingWriter Completing(TextWriter inner) =>
        new PassingWriter(inner, text => inner.Write(_options.Length == 0 ? text : Complete(text.ToString())));

    private string Complete(string text)
    {
        if (_options.Length == 0)
            return text;
        var completed = new StringBuilder();
        var from = 0;
        for (int at; (at = text.IndexOf(Start, from, StringComparison.Ordinal)) >= 0; )
        {
            var end = text.IndexOf('\'', at + 1);
            if (end < 0)
                break;
            completed.Append(text, from, end - from);
            if (IsAdvice(text.AsSpan(at + Start.Length, end - at - Start.Length)) && !IsProcess(text.AsSpan(end)))
                Append(completed, text[at..end]);
            from = end;
        }
        return completed.Append(text, from, text.Length - from).ToString();
    }

    private void Append(StringBuilder to, string command)
    {
        foreach (var (name, word) in _options)
        {
            if (!command.Contains($" {name} ", StringComparison.Ordinal))
                to.Append(word);
        }
    }

    private static bool IsAdvice(ReadOnlySpan<char> words)
    {
        var verb = words.IndexOf(' ') is >= 0 and var end ? words[..end] : words;
        foreach (var known in Commands)
        {
            if (verb.SequenceEqual(known))
                return true;
        }
        return false;
    }

    private static bool IsProcess(ReadOnlySpan<char> text) => text.StartsWith(Process);
}
