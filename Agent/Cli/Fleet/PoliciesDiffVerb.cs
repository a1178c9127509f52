using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>What changed between two revisions.</summary>
internal static class PoliciesDiffVerb
{
    public static Verb Create(CliContext context)
    {
        var name = new Argument<string>("NAME") { Description = "The policy" };
        var from = new Option<int?>("--from") { Description = "The older revision [default: the one before --to]", HelpName = "N" };
        var to = new Option<int?>("--to") { Description = "The newer revision [default: the latest]", HelpName = "N" };
        var verb = new Verb(VerbGroup.Fleet, "diff", "What changed between two revisions; exits 2 when anything did");
        verb.Add(name);
        verb.Add(from);
        verb.Add(to);
        verb.Add(JsonOption.Option);
        verb.SetAction((parsed, ct) => FleetConnection.UseAsync(
            context,
            parsed,
            async fleet =>
            {
                var policy = parsed.GetRequiredValue(name);
                var newer = parsed.GetValue(to) ?? (await fleet.GetAsync(FleetPaths.Policy(policy), WireJson.Default.PolicyDetail, ct)).Summary.Latest.Number;
                var older = parsed.GetValue(from) ?? newer - 1;
                if (older < 1)
                    throw new UsageException($"{policy} has no revision before {newer}; name two with --from and --to.");
                var diff = await fleet.GetAsync(FleetPaths.Diff(policy, older, newer), WireJson.Default.PolicyDiff, ct);
                if (parsed.WantsJson())
                    FleetJson.Write(context.Terminal.Out, diff, WireJson.Default.PolicyDiff);
                else
                    Print(context.Terminal, diff);
                return diff.Lines.Any(line => line.Kind != DiffKind.Same) ? ExitCode.Differs : ExitCode.Fine;
            },
            ct));
        return verb;
    }

    private static void Print(Terminal terminal, PolicyDiff diff)
    {
        terminal.Out.WriteLine($"--- {diff.Policy} revision {diff.From}");
        terminal.Out.WriteLine($"+++ {diff.Policy} revision {diff.To}");
        foreach (var line in diff.Lines)
        {
            terminal.Out.WriteLine(line.Kind switch
            {
                DiffKind.Removed => terminal.Paint(Ink.Bad, $"-{line.Text}"),
                DiffKind.Added => terminal.Paint(Ink.Good, $"+{line.Text}"),
                _ => $" {line.Text}",
            });
        }
    }
}
