using System.CommandLine;
using IwTune.Agent.Cli.Confirming;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.Deciding;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli;

/// <summary>Every target of this host with its window, its owner, and how it would be set.</summary>
internal static class ShowVerb
{
    private static readonly Option<bool> Namespaces = new("--namespaces")
    {
        Description = "The network namespaces of this host (containers) instead, and which are covered",
    };

    public static Verb Create(CliContext context)
    {
        var all = new Option<bool>("--all") { Description = "Also the routes of other tables, which no scope follows" };
        var verb = new Verb(VerbGroup.Look, "show", $"Every {HostWords.Here.Target} with its window, its owner, and how it would be set")
        {
            Details =
                $"Needs no privilege. A {HostWords.Here.Target} marked * is set by iwtune, which holds what it was before. "
                + (
                    OperatingSystem.IsWindows()
                        ? "Filters give connections a template by destination or port."
                        : "Containers have routes of their own, which are not shown."
                ),
            Examples =
            [
                ("iwtune show", "what this host has now"),
                ("iwtune show --json | jq '.targets[] | select(.isDefault)'", "for programs"),
            ],
        };
        verb.Add(all);
        verb.Add(Namespaces);
        verb.Add(JsonOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, parsed.GetValue(all), ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, bool all, CancellationToken ct)
    {
        var state = parsed.StateOf();
        var host = context.Host(state, out var settings);
        var spaces = host.Namespaces?.Invoke();
        if (parsed.GetValue(Namespaces) && !parsed.WantsJson())
        {
            NamespacesView.Write(
                context.Terminal,
                spaces ?? throw new HostUnsupportedException("This system has no network namespaces."),
                settings.Backend
            );
            return ExitCode.Fine;
        }
        var journal = JournalView.Of(state, context);
        var read = await new JournaledTuner(host.Tuner, journal.Journal).ReadAsync(ct);
        var shown = read with { Targets = [.. read.Targets.Where(target => all || target.InMainTable)] };
        if (parsed.WantsJson())
        {
            ShowJson.Write(context.Terminal.Out, shown, spaces, settings.Backend);
        }
        else
        {
            ShowPage.Write(context.Terminal, shown, host.Tuner.Capabilities, read.Targets.Count - shown.Targets.Count);
            foreach (var decided in Decisions.Load(state, context.Time).Stored)
                context.Terminal.Say(
                    $"{decided.Scope}: initcwnd {decided.State.Value} is decided by this host ({decided.Word}); 'iwtune status' says "
                        + "from what.",
                    hanging: 0
                );
            if (spaces is not null)
                NamespacesView.WriteFooter(context.Terminal, spaces, settings.Backend);
        }
        journal.Tell(context.Terminal);
        ConfirmNotice.Tell(context, state);
        return ExitCode.Fine;
    }
}
