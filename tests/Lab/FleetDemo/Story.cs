using System.Globalization;
using System.Text.Json;
using IwTune.Lab.Demo;

namespace IwTune.Lab.FleetDemo;

/// <summary>The stages of the demonstration, in order. Each states its expected result; the first failure ends it.</summary>
internal sealed class Story(Site site, ServerProcess server, Person author, Person approver, string folder, CancellationToken ct)
{
    private const string Windows = "2016,2019,2025,win11";
    private static readonly TimeSpan OneWay = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan LongestRollout = TimeSpan.FromMinutes(6);

    /// <summary>The inputs of a gate that a first flight that is too large for its path makes fail.</summary>
    private static readonly string[] Losses = ["first-flight loss", "retransmissions"];

    private readonly Told told = new();

    public static async Task<bool> TellAsync(string folder, int hosts, bool keep, CancellationToken ct)
    {
        Screen.Heading("Six Linux hosts behind a router, each with default routes of another owner; a server 20 ms away");
        using var site = Site.Build(OneWay, OwnedHosts.Names);
        using var owned = await OwnedHosts.StartAsync(site, folder);
        using var server = await ServerProcess.StartAsync(site.Client, site.ClientAddress, Path.Combine(folder, "server"));
        using var author = await Person.ComeAsync(site.Client, server, "alice");
        using var approver = await Person.ComeAsync(site.Client, server, "bob");
        var story = new Story(site, server, author, approver, folder, ct);
        story.Baseline();
        using var swarm = await story.JoinAsync(owned, hosts);
        await story.GoodAsync();
        await story.HarmfulAsync();
        if (keep)
            await story.KeepAsync();
        await story.LeaveAsync(owned);
        return true;
    }

    private void Baseline()
    {
        Screen.Heading("Revision 1, before any host enrolled: four segments for everyone");
        Write("baseline.yaml", 4);
        told.Typed(author, folder, 0, "fleet", "policies", "push", "baseline.yaml", "--assign", "*", "--reason", "what RFC 3390 allows");
    }

    private async Task<SwarmProcess> JoinAsync(OwnedHosts owned, int hosts)
    {
        Screen.Heading($"The fleet: 6 real agents, 4 on emulated Windows, {hosts} simulated");
        Screen.Note(
            "The six are iwtune daemons on this kernel: NetworkManager, systemd-networkd, static, router advertisements, bird, a "
                + "container's route."
        );
        Screen.Note(
            "Windows: the product's daemon and Windows code over emulated netsh and WMI of Server 2016, 2019, 2025 and of " + "Windows 11."
        );
        Screen.Note(
            "The others: the product's daemon over simulated routes, serving connections over links that lose what 40 queued packets "
                + "leave no room for, and nothing else."
        );
        Screen.Note("Windows and simulated ones share a process; every one of them enrols, checks in and reports by itself over TLS.");
        var token = server.CreateToken("--uses", "6", "--labels", "site=lab,role=edge");
        foreach (var agent in owned.Agents)
        {
            if (agent.Enrol(server.Url, token) is { ExitCode: not 0 } refused)
                throw new LabException($"{agent.Host.Name} did not enrol: {refused.Error}{refused.Output}");
            agent.Start();
        }
        var tokens = ((string[])["site=fra,role=web", "site=fra,role=api", "site=ams,role=web", "site=ams,role=api"])
            .Select(labels => server.CreateToken("--uses", $"{hosts + 4}", "--labels", labels))
            .ToList();
        var swarm = SwarmProcess.Start(site.Client, server, tokens, hosts, Windows);
        told.Note(await swarm.JoinedAsync());
        var all = hosts + 10;
        await SettledAsync(all, swarm);
        told.Good($"{all} hosts have revision 1, or said why they cannot");
        foreach (var group in await ByStateAsync())
            told.Note($"{group.Count, 4} {group.State}");
        told.Typed(author, folder, 0, "fleet", "hosts", "-q", "site:lab");
        // The hosts' losses and fetch times before any change are the reference for the later ones.
        told.Note("watching what their connections lose, for 20 s");
        await Task.Delay(TimeSpan.FromSeconds(20), ct);
        return swarm;
    }

    private async Task GoodAsync()
    {
        Screen.Heading("Revision 2: ten segments, in rings");
        Write("ten.yaml", 10);
        var exit = await RollAsync("ten.yaml", 2, "what RFC 6928 allows");
        if (exit != 0)
            throw new LabException(
                $"the rollout of revision 2 did not complete:\n{author.Run("fleet", "rollouts", "show", "everywhere").Output}"
            );
        told.Good("complete: revision 2 is current");
    }

    private async Task HarmfulAsync()
    {
        Screen.Heading("Revision 3: 44 segments into links that queue 40 packets; guardrails refuse it, so its author overrides them");
        Write("fast.yaml", 44, "override: buffers were measured last year\n");
        var exit = await RollAsync("fast.yaml", 3, "faster, surely");
        using var last = await author.GetAsync("/api/v1/rollouts");
        var newest = last.RootElement.EnumerateArray().First();
        if (exit != 1 || newest.GetProperty("state").GetString() != "RolledBack")
            throw new LabException(
                $"the rollout of revision 3 was not rolled back:\n{author.Run("fleet", "rollouts", "show", "everywhere").Output}"
            );
        using var detail = await author.GetAsync($"/api/v1/rollouts/{newest.GetProperty("id").GetString()}");
        told.Good(
            $"rolled back by itself after {newest.GetProperty("admitted").GetInt32()} of {newest.GetProperty("hosts").GetInt32()} "
                + "hosts, because of"
        );
        var failed = detail
            .RootElement.GetProperty("rings")
            .EnumerateArray()
            .SelectMany(ring =>
                ring.TryGetProperty("gate", out var gate) && gate.ValueKind == JsonValueKind.Object
                    ? gate.GetProperty("inputs").EnumerateArray()
                    : default
            )
            .Where(input => input.GetProperty("verdict").GetString() == "Fail")
            .ToList();
        foreach (var input in failed)
            told.Note($"{input.GetProperty("name").GetString()}: {input.GetProperty("sentence").GetString()}");
        // On a busy machine retransmissions are enough before the flights are.
        if (!failed.Exists(input => Losses.Any(loss => input.GetProperty("name").GetString()!.StartsWith(loss, StringComparison.Ordinal))))
            throw new LabException("its gate did not fail by what connections lost");
        told.Typed(author, folder, 0, "fleet", "policies", "history", "everywhere");
        await NobodyHasAsync(44);
        told.Good("no host has 44 segments any more");
    }

    /// <returns>
    /// The exit code of <c>rollouts watch</c>: 0 complete, 1 rolled back. While there is too little evidence it holds, and continues by
    /// itself once there is enough.
    /// </returns>
    private async Task<int> RollAsync(string document, int revision, string reason)
    {
        told.Typed(author, folder, 0, "fleet", "policies", "push", document, "--stage", "--reason", reason);
        var plan = told.Typed(
            author,
            folder,
            0,
            "fleet",
            "rollouts",
            "start",
            "everywhere",
            "--to",
            $"{revision}",
            "--rings",
            "12,25%,100%",
            "--bake",
            "8s",
            "--min-samples",
            "500",
            "--max-rise",
            "10",
            "--unreachable",
            "2m",
            "--max-failed",
            "5",
            "--reason",
            reason,
            "--confirm",
            $"{await MovedAsync(revision)}",
            "--json"
        );
        using var json = JsonDocument.Parse(plan.Output);
        var (id, hash) = (
            json.RootElement.GetProperty("summary").GetProperty("id").GetString()!,
            json.RootElement.GetProperty("planHash").GetString()!
        );
        told.Note(
            $"plan {hash[..12]}: {json.RootElement.GetProperty("summary").GetProperty("hosts").GetInt32()} hosts; left out: "
                + $"{Excluded(json)}"
        );
        told.Typed(author, folder, 5, "fleet", "rollouts", "approve", id, "--hash", hash, "--reason", "I am sure");
        told.Typed(approver, folder, 0, "fleet", "rollouts", "approve", id, "--hash", hash, "--reason", "looked at the plan");
        Screen.Command(approver.Name, $"iwtune fleet rollouts watch {id}");
        using var watch = approver.Start("fleet", "rollouts", "watch", id);
        return await told.FollowAsync(watch, LongestRollout, ct);
    }

    /// <summary>Hosts that the plan moves: a change to more than half of a fleet needs a confirmation with their number.</summary>
    private async Task<int> MovedAsync(int revision)
    {
        var asked = author.Run("fleet", "rollouts", "plan", "everywhere", "--to", $"{revision}", "--confirm", "0", "--json");
        var text = asked.Error + asked.Output;
        const string before = "this changes ";
        if (text.IndexOf(before, StringComparison.Ordinal) is var at and >= 0)
            return int.Parse(text.AsSpan(at + before.Length)[..text.AsSpan(at + before.Length).IndexOf(' ')], CultureInfo.InvariantCulture);
        using var json = JsonDocument.Parse(asked.Output);
        return await Task.FromResult(json.RootElement.GetProperty("summary").GetProperty("hosts").GetInt32());
    }

    private static string Excluded(JsonDocument plan) =>
        string.Join(
            "; ",
            plan.RootElement.GetProperty("excluded")
                .EnumerateArray()
                .Select(one => $"{one.GetProperty("hosts").GetInt32()} {one.GetProperty("reason").GetString()}")
        )
            is { Length: > 0 } text
            ? text
            : "none";

    private Task SettledAsync(int hosts, SwarmProcess swarm) =>
        Until.TrueAsync(
            async () =>
            {
                ct.ThrowIfCancellationRequested();
                return await CountAsync("") == hosts && await CountAsync("state:applying,neverseen,drifted,error") == 0;
            },
            () =>
                "not every host has revision "
                + $"1:\n{author.Run("fleet", "hosts", "-q", "state:applying,neverseen,drifted,error").Output}\n{swarm.Output}"
        );

    private Task NobodyHasAsync(int segments) =>
        Until.TrueAsync(
            async () =>
            {
                ct.ThrowIfCancellationRequested();
                return await CountAsync($"window:{segments}") == 0;
            },
            () => $"hosts still have {segments} segments:\n{author.Run("fleet", "hosts", "-q", $"window:{segments}").Output}"
        );

    private async Task<int> CountAsync(string query)
    {
        using var page = await author.GetAsync($"/api/v1/hosts?limit=1&q={Uri.EscapeDataString(query)}");
        return page.RootElement.GetProperty("matched").GetInt32();
    }

    private async Task<IReadOnlyList<(string State, int Count)>> ByStateAsync()
    {
        var counted = new List<(string, int)>();
        foreach (var state in (string[])["compliant", "repaired", "unsupported", "excepted", "stale"])
        {
            if (await CountAsync($"state:{state}") is var count and > 0)
                counted.Add((state, count));
        }
        return counted;
    }

    private async Task KeepAsync()
    {
        using var door = PortForward.Open(site.Client, server.Address);
        Screen.Heading("Left running");
        Console.WriteLine(
            $"""
              console   https://127.0.0.1:{door.Port}   (its certificate is the server's own: the browser will ask)
              user      alice, who wrote the revisions    password  {author.Password}
              user      bob, who approved them            password  {approver.Password}
              end       Ctrl+C, or kill {Environment.ProcessId}
            """
        );
        try
        {
            await Task.Delay(Timeout.Infinite, ct);
        }
        catch (OperationCanceledException)
        {
            Screen.Note("ending");
            throw;
        }
    }

    private async Task LeaveAsync(OwnedHosts owned)
    {
        Screen.Heading("The real hosts leave the fleet");
        foreach (var agent in owned.Agents)
        {
            var left = agent.RunHere("unenroll");
            if (left.ExitCode != 0)
                throw new LabException($"{agent.Host.Name} did not leave: {left.Error}{left.Output}");
            await agent.Daemon.StopAsync();
            var routes = agent.Host.Space.Ip("-4 route show table all") + agent.Host.Space.Ip("-6 route show table all");
            if (routes.Contains("initcwnd", StringComparison.Ordinal))
                throw new LabException($"{agent.Host.Name} still has a window:\n{routes}");
        }
        told.Good("no route of theirs carries a window any more");
        Screen.Heading(
            string.Create(CultureInfo.InvariantCulture, $"Told in {told.Elapsed.TotalSeconds:0} s. Nothing of this machine was touched.")
        );
    }

    private void Write(string name, int segments, string more = "")
    {
        var document =
            $$"""
                policy: everywhere
                window: { initcwnd: {{segments}} }
                scopes: [default]
                {{more}}
                """.TrimEnd() + "\n";
        File.WriteAllText(Path.Combine(folder, name), document);
        Screen.Command(author.Name, $"cat {name}");
        Screen.Output(document);
    }
}
