using System.CommandLine;
using System.CommandLine.Completions;
using IwTune.Agent.Cli.Confirming;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Agent.Cli;

/// <summary>Everything on this host that decides, limits or undoes its first flights.</summary>
internal static class DoctorVerb
{
    private static string Examined =>
        OperatingSystem.IsWindows()
            ? "TCP templates, transport filters, settings and counters of this host"
            : "routes, kernel settings, counters and interfaces of this network namespace";

    public static Verb Create(CliContext context)
    {
        var one = new Argument<string?>("CHECK")
        {
            HelpName = "CHECK",
            Description = "Only this check, with why it matters and where that is written",
            Arity = ArgumentArity.ZeroOrOne,
        };
        one.CompletionSources.Add(_ => context.Host().Doctor.Checks.Select(check => new CompletionItem(check)));
        var verb = new Verb(VerbGroup.Look, "doctor", "Settings of this host that limit a first flight, and how to fix them")
        {
            Details = $"""
                Examines {Examined}, and what a running daemon has measured.
                Changes nothing and needs no privilege. What cannot be read is 'not known', with the reason.
                Exits 2 when there is a problem, otherwise 0. Advice does not change the exit code.
                """,
            Examples =
            [
                ("iwtune doctor", "every check; what could be better with why and a fix"),
                ("iwtune doctor sack", "one check in full"),
                ("iwtune doctor --json | jq '.checks[] | select(.health == \"Problem\")'", "for programs"),
            ],
        };
        verb.Add(one);
        verb.Add(JsonOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, parsed.GetValue(one), ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, string? one, CancellationToken ct)
    {
        var found = await context.Host().Doctor.ExamineAsync(SeenByDaemon.Read(parsed), ct);
        if (one is not null)
        {
            var chosen = found.Where(diagnosis => diagnosis.Check == one).ToList();
            if (chosen.Count == 0)
                throw new UsageException(
                    NearestWord.Of(one, found.Select(diagnosis => diagnosis.Check)) is { } meant
                        ? $"There is no check '{one}'. Did you mean '{meant}'? Nothing was done."
                        : $"There is no check '{one}'; there are {string.Join(", ", found.Select(diagnosis => diagnosis.Check))}. Nothing "
                            + "was done."
                );
            found = chosen;
        }
        if (parsed.WantsJson())
            DoctorJson.Write(context.Terminal.Out, found);
        else if (one is not null)
            DoctorPage.WriteOne(context.Terminal, found[0]);
        else
            DoctorPage.Write(context.Terminal, found);
        var overdue = ConfirmNotice.Tell(context, parsed.StateOf());
        return overdue || found.Any(diagnosis => diagnosis.Health == Health.Problem) ? ExitCode.Differs : ExitCode.Fine;
    }
}
