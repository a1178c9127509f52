using System.Text.Json;
using IwTune.Chaos.Schedules;
using IwTune.Lab;

namespace IwTune.Chaos.Running;

/// <summary>Does the operations with the real programs, and keeps what is known of each.</summary>
internal sealed class Operations(Ground ground, Timeline timeline)
{
    public const string Policy = "chaos";

    private readonly List<Happened> done = [];

    /// <summary>In their order.</summary>
    public IReadOnlyList<Happened> Done => done;

    /// <summary>The latest backup; <see langword="null"/> before the first.</summary>
    public Happened? Backup => done.LastOrDefault(one => one is { Operation: Operation.Backup, Ok: true });

    public static string BackupFile(Ground ground) => Path.Combine(ground.Folder, "backup.tar.gz");

    /// <summary>Tries it once.</summary>
    public void Do(int step, Operation operation)
    {
        var id = $"step-{step}";
        var result = operation switch
        {
            Operation.Publish publish => Push(id, publish.Window, publish.Confirm, "--assign", "*"),
            Operation.Rollout rollout => RollOut(id, rollout.Window),
            Operation.RotateKey => ground.Server.Run("keys", "rotate", "signing", "--reason", id),
            Operation.Backup => BackUp(),
            Operation.Disturb disturb => Disturb(ground.Hosts[disturb.Host]),
            _ => throw new ArgumentOutOfRangeException(nameof(operation), operation, "not an operation of this version"),
        };
        done.Add(new(id, step, operation, result.ExitCode == 0, result.Output + result.Error));
        timeline.Note($"{operation}: exit code {result.ExitCode}{(result.ExitCode == 0 ? "" : $", {result.Error}{result.Output}")}");
        // Hosts that have dropped the old key refuse a server of an earlier backup.
        if (operation is Operation.RotateKey && result.ExitCode == 0 && Backup is not null)
            Do(step, new Operation.Backup());
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
