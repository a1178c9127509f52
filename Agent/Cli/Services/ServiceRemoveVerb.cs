using System.CommandLine;
using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Windows.ServiceControl;

namespace IwTune.Agent.Cli.Services;

/// <summary>Removes the service, and restores what it changed on the host.</summary>
internal static class ServiceRemoveVerb
{
    public static Verb Create(CliContext context)
    {
        var keep = new Option<bool>("--keep-windows") { Description = "Leave every window as it is" };
        var verb = new Verb(VerbGroup.Fleet, "remove", "Stop the service, restore every window, remove the service")
        {
            Details =
                "The service stays, stopped, when something cannot be restored: 'iwtune rollback --all' and 'iwtune explain-rollback' "
                + "show more. "
                + "The state directory with its history and the enrolment stays in any case.",
            Examples =
            [
                ("iwtune service remove", "as if iwtune had never been here"),
                ("iwtune service remove --keep-windows", "before another way of running it"),
            ],
        };
        verb.Add(keep);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, parsed.GetValue(keep), ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, bool keep, CancellationToken ct)
    {
        var database = ServiceVerb.Database(context);
        if (database.Find() is not { } entry)
        {
            context.Terminal.Say($"There is no service {ServiceDefinition.Name}; nothing was changed.");
            return ExitCode.Fine;
        }
        var installation = new ServiceInstallation(database, context.Time);
        await installation.StopAsync(ct);
        var state =
            parsed.GetResult(StateOption.Option) is null && ServiceInstallation.Told(entry, StateOption.Option.Name) is { } told
                ? StateDirectory.At(told)
                : parsed.StateOf();
        var putBack = keep || !Directory.Exists(state.Root) ? "" : await PutBackAsync(context, state, ct);
        if (putBack is null)
            return ExitCode.Error;
        installation.Remove();
        context.Terminal.Say(
            (
                $"Removed the service {ServiceDefinition.Name}. "
                + $"{(keep ? "Windows stay as they are; 'iwtune rollback --all' restores what was there before." : putBack)}"
            ).TrimEnd()
        );
        return ExitCode.Fine;
    }

    /// <returns>What was restored, as a sentence; <see langword="null"/> when not everything could be, which was reported.</returns>
    private static async Task<string?> PutBackAsync(CliContext context, StateDirectory state, CancellationToken ct)
    {
        using var engine = await LocalEngine.OpenAsync(
            context,
            context.Host(state, out var settings),
            state,
            "service remove",
            settings,
            ct
        );
        var turn = await engine.Reconciler.Rollbacks.AllAsync(ct);
        if (turn.Succeeded)
            return turn.Outcomes.Count == 0 ? "All windows were restored already." : turn.State.Reason;
        context.Terminal.Error.WriteLine(
            $"{turn.State.Reason} The service {ServiceDefinition.Name} is stopped and still installed. "
                + "Try again, or leave the windows as they are with --keep-windows."
        );
        return null;
    }
}
