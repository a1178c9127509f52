using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Enrolling;

/// <summary>Makes a golden image: its clones enrol anew, and carry nothing of the machine that it was made on.</summary>
internal static class PrepareImageVerb
{
    private const string MachineId = "/etc/machine-id";

    public static Verb Create(CliContext context)
    {
        var force = new Option<bool>("--force")
        {
            Description = "Continue when the server cannot be notified; an administrator must then retire this host there",
        };
        var verb = new Verb(
            VerbGroup.Fleet,
            "prepare-image",
            "Before a machine becomes an image: restore windows, leave the fleet, erase state"
        )
        {
            Details =
                "Stop the daemon first. Windows are restored, because the before-images of this machine are not those of a clone. The "
                + "host leaves the fleet, because clones with one identity are quarantined. agent.yaml and limits.yaml stay. Without "
                + "--state this is done in the state directory of the service and in the usual one. A clone enrols at its first start, "
                + "by cloud-init or another tool.",
            Examples = [($"sudo {HostWords.Here.StopDaemon} && sudo iwtune prepare-image", "then turn the machine off and make the image")],
        };
        verb.Add(force);
        verb.Add(WaitOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, parsed.GetValue(force), ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, bool force, CancellationToken ct)
    {
        var states = await StatesOfHost.FindAsync(context, parsed, ct);
        var present = states.Present;
        foreach (var state in present)
            if (await EraseAsync(context, parsed, state, force, ct) is not ExitCode.Fine and var exit)
                return exit;
        if (present.Count == 0)
            context.Terminal.Say($"Nothing to do: {states.Absent}", hanging: 0);
        Advise(context.Terminal);
        return ExitCode.Fine;
    }

    private static async Task<int> EraseAsync(
        CliContext context,
        ParseResult parsed,
        StateDirectory state,
        bool force,
        CancellationToken ct
    )
    {
        var terminal = context.Terminal;
        var reply = await Leaving.AloneAsync(
            context,
            parsed,
            state,
            "prepare-image",
            force,
            ct,
            alsoWithoutFleet: true,
            mayLeaveWindows: false
        );
        if (reply.Exit != ExitCode.Fine)
        {
            await terminal.Error.WriteLineAsync($"{reply.Text} Nothing was erased in {state.Root}.");
            return reply.Exit;
        }
        try
        {
            var left = StateErasure.Erase(state);
            // The package made it, and the unit of a clone expects it.
            StateDirectory.Open(state.Root);
            await terminal.Out.WriteLineAsync(
                $"{reply.Text} The state in {state.Root} is erased{(left.Count == 0 ? "" : $"; left: {string.Join(", ", left)}")}."
            );
            return ExitCode.Fine;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            await terminal.Error.WriteLineAsync($"{reply.Text} The state in {state.Root} could not all be erased: {e.Message}");
            return ExitCode.Error;
        }
    }

    private static void Advise(Terminal terminal)
    {
        if (OperatingSystem.IsWindows())
            terminal.Say("Run sysprep /generalize last: it gives each clone a machine id of its own.", hanging: 0);
        else if (new FileInfo(MachineId) is { Exists: true, Length: > 0 })
            terminal.Say(
                $"{MachineId} is not empty: clones would have one machine id, and the server would take them for one machine. Empty it "
                    + $"last: truncate -s 0 {MachineId}",
                hanging: 0
            );
    }
}
