using System.Text.Json;
using IwTune.Lab;
using IwTune.Shared.Fleet;
using IwTune.Shared.Wire;
using IwTune.Testing;
using static IwTune.EndToEnd.Fleet.Joining;

namespace IwTune.EndToEnd.Fleet;

/// <summary>How real agents enrol at a real server, stay enrolled, and are distinguished from their copies.</summary>
public sealed class MembershipTests : IClassFixture<Joining>
{
    private readonly Joining joining;

    public MembershipTests(Joining joining)
    {
        Privileged.Require();
        this.joining = joining;
    }

    [Fact]
    public async Task A_host_that_waits_gets_nothing_and_once_approved_follows_its_policy_and_replaces_its_secret_while_it_runs()
    {
        joining.Push("fra", 4);
        var agent = joining.Agent(0);
        Assert.Contains(
            "an administrator has to approve it",
            Ran(agent.Enrol(joining.Server.Url, joining.Server.CreateToken("--uses", "1", "--approve", "--labels", "site=fra"))),
            StringComparison.Ordinal
        );
        agent.Start();
        await StandsAsync(agent, "Waiting");
        Assert.Null(InitCwnd(agent));

        Ran(joining.Administrator.Run("fleet", "hosts", "approve", "web-1"));
        // Without the restart it would ask again within half a minute.
        agent.Daemon.Kill();
        agent.Start();
        await InitCwndIsAsync(agent, 4);
        await StandsAsync(agent, "Member");

        var (daemon, secret) = (agent.Daemon, Identity(agent, "secret"));
        Ran(joining.Administrator.Run("fleet", "hosts", "rotate", "web-1", "--reason", "leaked"));
        await Until.TrueAsync(
            () => Identity(agent, "secret") != secret && Identity(agent, "nextSecret").Length == 0,
            () => $"the secret stays: {agent.Output}"
        );
        Assert.Contains(secret, Identity(agent, "formerSecrets"), StringComparison.Ordinal);
        joining.Push("fra", 6);
        await InitCwndIsAsync(agent, 6);
        Assert.Same(daemon, agent.Daemon);
        Assert.False(daemon.Ended);
        using var audit = JsonDocument.Parse(await joining.Administrator.GetAsync(FleetPaths.Audit));
        Assert.Contains(
            audit.RootElement.GetProperty("entries").EnumerateArray(),
            entry => entry.GetProperty("action").GetString() == "host.secret"
        );

        Assert.Contains(
            "left the fleet",
            Ran(joining.Administrator.Run("fleet", "hosts", "retire", "web-1", "--reason", "replaced")),
            StringComparison.Ordinal
        );
        await StandsAsync(agent, "Retired");
        Assert.Equal(6, InitCwnd(agent));
        Assert.DoesNotContain("web-1", Ran(joining.Administrator.Run("fleet", "hosts")), StringComparison.Ordinal);
        Ran(agent.RunHere("unenroll", "--force"));
        await Until.TrueAsync(() => InitCwnd(agent) is null, () => agent.Output);
    }

    [Fact]
    public async Task A_copy_of_a_running_host_is_quarantined_and_its_original_goes_on_until_the_copy_joins_as_itself()
    {
        joining.Push("ams", 4);
        var older = joining.Joined(1, "ams");
        await InitCwndIsAsync(older, 4);
        await Until.TrueAsync(() => older.TryStatus()?.State.Phase == BundlePhase.Applied, () => older.Output);
        var (id, secret) = (Identity(older, "hostId"), Identity(older, "secret"));

        var younger = joining.Agent(2);
        // A snapshot shows one moment: a running agent renames and removes files while they are copied.
        Commands.Run("kill", "-STOP", $"{older.Daemon.Id}");
        CopyOf(older.State, younger.State);
        Commands.Run("kill", "-CONT", $"{older.Daemon.Id}");
        younger.Start();
        await StandsAsync(younger, "Quarantined");
        await Until.TrueAsync(() => Identity(older, "secret") != secret, () => $"the older keeps the secret they share: {older.Output}");
        using var detail = JsonDocument.Parse(await joining.Administrator.GetAsync(FleetPaths.Host(id)));
        Assert.Contains(
            detail.RootElement.GetProperty("history").EnumerateArray(),
            entry => entry.GetProperty("kind").GetString() == "CloneSuspected"
        );

        joining.Push("ams", 6);
        await InitCwndIsAsync(older, 6);
        await StandsAsync(older, "Member");
        Assert.Equal((4, id), (InitCwnd(younger), Identity(younger, "hostId")));

        var token = joining.Server.CreateToken("--uses", "1", "--labels", "site=ams");
        Ran(
            younger.Run("enroll", joining.Server.Url, "--token", token.Token, "--ca-pin", token.CaPin, "--state", younger.State, "--again")
        );
        await InitCwndIsAsync(younger, 6);
        await StandsAsync(younger, "Member");
        Assert.NotEqual(id, Identity(younger, "hostId"));
        Ran(joining.Administrator.Run("fleet", "hosts", "close", id, "--reason", "the copy is a host of its own"));
        Assert.Contains("\"open\": 0", Ran(joining.Administrator.Run("fleet", "hosts", "clones", "--json")), StringComparison.Ordinal);
    }

    /// <summary>The files in a snapshot of a running machine's disk; locks are not part of it.</summary>
    private static void CopyOf(string from, string to)
    {
        Directory.CreateDirectory(to);
        foreach (var folder in Directory.GetDirectories(from))
            CopyOf(folder, Path.Combine(to, Path.GetFileName(folder)));
        foreach (var file in Directory.GetFiles(from).Where(file => Path.GetFileName(file) != "lock"))
            File.Copy(file, Path.Combine(to, Path.GetFileName(file)), overwrite: true);
    }
}
