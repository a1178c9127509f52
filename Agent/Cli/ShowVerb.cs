using System.CommandLine;
using IwTune.Agent.Cli.Confirming;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Engine.Deciding;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli;

/// <summary>Every target of this host with its window, its owner, and how it would be set.</summary>
internal static class ShowVerb
{
    private static readonly Option<bool> Namespaces = new("--namespaces")
    {
        Description = "The network namespaces and containers of this host instead: what covers each, and its window",
    };

    public static Verb Create(CliContext context)
    {
        var all = new Option<bool>("--all") { Description = "Also the routes of other tables, and containers" };
        var verb = new Verb(VerbGroup.Look, "show", $"Every {HostWords.Here.Target} with its window, its owner, and how it would be set")
        {
            Details =
                $"Needs no privilege. A {HostWords.Here.Target} marked * is managed by iwtune, which keeps its before-image. "
                + (
                    OperatingSystem.IsWindows()
                        ? "Filters give connections a template by destination or port."
                        : "Containers have routes of their own, which are not shown; --namespaces shows where their windows come from."
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
        var journal = JournalView.Of(state, context);
        var read = await new JournaledTuner(host.Tuner, journal.Journal).ReadAsync(ct);
        IReadOnlyList<CoverageMap> covered = [];
        if (spaces is not null && (parsed.GetValue(Namespaces) || parsed.WantsJson()))
        {
            // Only a daemon sets windows of containers, so only a daemon knows their scopes and has measured them.
            var daemon = parsed.GetValue(Namespaces) ? RunningDaemon.Ask(parsed, new LocalRequest(LocalVerb.Status)) : null;
            covered = CoverageMap.Of(spaces, read, settings.Backend, daemon?.State, daemon?.Evidence ?? []);
        }
        if (parsed.GetValue(Namespaces) && !parsed.WantsJson())
        {
            NamespacesView.Write(
                context.Terminal,
                spaces ?? throw new HostUnsupportedException("This system has no network namespaces."),
                covered,
                settings.Backend
            );
            return ExitCode.Fine;
        }
        var shown = read with { Targets = [.. read.Targets.Where(target => all || target.InMainTable)] };
        if (parsed.WantsJson())
        {
            ShowJson.Write(context.Terminal.Out, shown, spaces, covered, settings.Backend);
        }
        else
        {
            ShowPage.Write(
                context.Terminal,
                shown,
                host.Tuner.Capabilities,
                read.Targets.Count(target => target.Container is null) - shown.Targets.Count(target => target.Container is null)
            );
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
