using System.Text.Json;
using IwTune.Chaos.Schedules;
using IwTune.Lab;

namespace IwTune.Chaos.Running;

/// <summary>Does the operations with the real programs, and keeps what is known of each.</summary>
internal sealed class Operations(Ground ground, Timeline timeline)
{
    public const string Policy = "chaos";

    private readonly Departures departures = new(ground, timeline);
    private readonly List<Happened> done = [];

    /// <summary>In their order.</summary>
    public IReadOnlyList<Happened> Done => done;

    /// <summary>
    /// The latest backup that knows every host; <see langword="null"/> before the first. A host that joined after it would be unknown to
    /// a server that is restored from it.
    /// </summary>
    public Happened? Backup =>
        done.FindLastIndex(one => one is { Operation: Operation.Backup, Ok: true }) is >= 0 and var last
        && !done.Skip(last).Any(one => one.Operation is Operation.LeaveAndJoin)
            ? done[last]
            : null;

    public static string BackupFile(Ground ground) => Path.Combine(ground.Folder, "backup.tar.gz");

    /// <summary>Tries it once.</summary>
    public async Task DoAsync(int step, Operation operation)
    {
        var (id, backedUp) = ($"step-{step}", Backup is not null);
        var result = operation switch
        {
            Operation.LeaveAndJoin leave => await departures.LeaveAndJoinAsync(ground.Hosts[leave.Host]),
            Operation.Publish publish => Push(id, publish.Window, publish.Confirm, "--assign", "*"),
            Operation.Rollout rollout => RollOut(id, rollout.Window),
            Operation.RotateKey => ground.Server.Run("keys", "rotate", "signing", "--reason", id),
            Operation.Backup => BackUp(),
            Operation.Disturb disturb => Disturb(ground.Hosts[disturb.Host]),
            _ => throw new ArgumentOutOfRangeException(nameof(operation), operation, "not an operation of this version"),
        };
        done.Add(new(id, step, operation, result.ExitCode == 0, result.Output + result.Error));
        timeline.Note($"{operation}: exit code {result.ExitCode}{(result.ExitCode == 0 ? "" : $", {result.Error}{result.Output}")}");
        // Hosts that have dropped the old key refuse a server of an earlier backup, which does not know those that joined since either.
        if (backedUp && operation is Operation.RotateKey or Operation.LeaveAndJoin && result.ExitCode == 0)
            await DoAsync(step, new Operation.Backup());
    }

    private CommandResult BackUp()
    {
        var made = BackupFile(ground) + ".new";
        File.Delete(made);
        var result = ground.Server.Run("backup", made);
        if (result.ExitCode == 0)
            File.Move(made, BackupFile(ground), overwrite: true);
        return result;
    }

    private CommandResult Push(string id, int window, bool confirm, params string[] options)
    {
        var file = Path.Combine(ground.Folder, $"{id}.yaml");
        File.WriteAllText(
            file,
            $"policy: {Policy}\nwindow: {{ initcwnd: {window} }}\nscopes: [default]\n{(confirm ? "confirm: 10s\n" : "")}"
        );
        return ground.Fleet(["policies", "push", file, "--reason", id, "--json", .. options]);
    }

    private CommandResult RollOut(string id, int window)
    {
        var staged = Push(id, window, confirm: false, "--stage");
        if (staged.ExitCode != 0)
            return staged;
        using var reply = JsonDocument.Parse(staged.Output);
        var revision = reply.RootElement.GetProperty("revision").ToString();
        string[] rules = ["--rings", "1,100%", "--bake", "1s", "--min-samples", "0"];
        return ground.Fleet(["rollouts", "start", Policy, "--to", revision, "--reason", id, .. rules]);
    }

    private static CommandResult Disturb(ChaosHost host)
    {
        host.Disturb();
        return new(0, "", "");
    }
}
