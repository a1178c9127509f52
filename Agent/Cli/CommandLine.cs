using System.CommandLine;
using System.CommandLine.Help;
using IwTune.Agent.Cli.Completion;
using IwTune.Agent.Cli.Fleet;
using IwTune.Agent.Cli.Manual;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.ServiceControl;
using IwTune.Shared.CommandLines;

namespace IwTune.Agent.Cli;

/// <summary>From arguments to an exit code: parse, run one verb, and report in words what failed.</summary>
internal static class CommandLine
{
    private static readonly Misunderstanding Mistakes = new("iwtune", HelpPage.Inherited);

    public static async Task<int> RunAsync(string[] args, CliContext context, (string Name, Func<CliContext, Verb> Create)[] verbs)
    {
        if (!args.TakeWhile(word => word != "--").Contains(JsonOption.Option.Name))
            return (await RunVerbAsync(args, context, verbs, json: false)).Exit;
        var answer = new JsonAnswer(context.Terminal);
        var (exit, why) = await RunVerbAsync(args, context with { Terminal = answer.Terminal }, verbs, json: true);
        answer.End(exit, why);
        return exit;
    }

    /// <returns>The exit code, and the expected failure that it comes from.</returns>
    private static async Task<(int Exit, Exception? Why)> RunVerbAsync(
        string[] args,
        CliContext context,
        (string Name, Func<CliContext, Verb> Create)[] verbs,
        bool json
    )
    {
        var advice = new Advice();
        context = context with { Terminal = advice.Before(context.Terminal, json) };
        args = Shorthand.Options(args);
        // Only the called verb is built: the others cost more than what 'status' does. Two verbs need all the others, and the version none.
        var called = args is [CompletionVerb.Name or ManVerb.Name, ..]
            ? []
            : Array.FindAll(verbs, verb => args is [var first, ..] && first == verb.Name);
        var root = Root(context, args is ["--version"] || called.Length > 0 ? called : verbs);
        var parsed = Shorthand.Parse(root, args);
        if (parsed.Action is not HelpPage && Mistakes.Of(parsed) is { Count: > 0 } problems)
            return (NothingDone(parsed, context.Terminal, problems), null);
        if (parsed.Action is not HelpPage && LocalOptions.Unused(parsed) is { } unused)
            return (NothingDone(parsed, context.Terminal, [unused]), null);
        try
        {
            if (parsed.Action is not HelpPage)
                advice.Repeat(parsed);
            var how = new InvocationConfiguration
            {
                EnableDefaultExceptionHandler = false,
                Output = context.Terminal.Out,
                Error = context.Terminal.Error,
                ProcessTerminationTimeout = null,
            };
            var code = await parsed.InvokeAsync(how, context.Stop);
            return (context.Terminal.Lost() is { } lost ? Unheard(context.Terminal, parsed, lost, code) : code, null);
        }
        catch (Exception e) when (CodeOf(e) is { } code)
        {
            await context.Terminal.Error.WriteLineAsync(e.Message);
            return (code, e);
        }
        catch (OperationCanceledException stopped) when (context.Stop.IsCancellationRequested)
        {
            await context.Terminal.Error.WriteLineAsync("Interrupted.");
            return (ExitCode.Error, stopped);
        }
    }

    private static RootCommand Root(CliContext context, (string Name, Func<CliContext, Verb> Create)[] verbs)
    {
        var root = new RootCommand("Sets, proves and restores the initial window of TCP connections.");
        foreach (var option in LocalOptions.All)
            root.Add(option);
        foreach (var verb in verbs.Select(verb => verb.Create(context)).OrderBy(verb => verb.Group))
            root.Add(verb);
        foreach (var help in root.Options.OfType<HelpOption>())
        {
            help.Action = new HelpPage(context.Terminal);
            help.Description = "Show what a command does, with examples";
        }
        Misunderstanding.Guard(root);
        return root;
    }

    /// <summary>Half an answer must not pass for a whole one.</summary>
    private static int Unheard(Terminal terminal, ParseResult parsed, Exception lost, int code)
    {
        terminal.Error.WriteLine(
            $"The output could not be written: {(lost.InnerException ?? lost).Message.TrimEnd('.')}. The command itself was carried out "
                + $"to its end{(code == ExitCode.Fine ? "" : $" (exit code {code})")}; {ToSee(parsed.CommandResult.Command)}."
        );
        return ExitCode.Error;
    }

    /// <summary>How to see what a command did without repeating a change.</summary>
    private static string ToSee(Command command) =>
        (command, HelpPage.PathOf(command).ElementAtOrDefault(1)) switch
        {
            (_, "fleet") => "'iwtune fleet audit' lists what it changed on the server",
            (_, "enroll" or "unenroll" or "prepare-image" or "run") or (Verb { Group: VerbGroup.Change }, _) =>
                "'iwtune history' lists the changes of this host, and 'iwtune status' shows its state",
            _ => "run it again with room for its output",
        };

    private static int NothingDone(ParseResult parsed, Terminal terminal, IEnumerable<string> problems)
    {
        foreach (var problem in problems)
            terminal.Error.WriteLine(problem);
        terminal.Error.WriteLine($"Nothing was done. '{Mistakes.PathOf(parsed)} --help' shows how to write it.");
        return ExitCode.Usage;
    }

    /// <summary>The exit code of an expected failure; <see langword="null"/> for any other.</summary>
    public static int? CodeOf(Exception exception) =>
        exception switch
        {
            UsageException => ExitCode.Usage,
            FleetRefusedException refused => refused.Exit,
            StateUnusableException { Permission: true } => ExitCode.Permission,
            HostUnsupportedException { Privilege: not null } or ServiceControlException { Permission: true } => ExitCode.Permission,
            HostUnsupportedException => ExitCode.Unsupported,
            StateUnusableException or TunerUnavailableException or ServiceControlException => ExitCode.Error,
            _ => null,
        };
}
