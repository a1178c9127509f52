using IwTune.Shared.Wire;

namespace IwTune.Lab.Demo;

/// <summary>The fleet of the demonstration: its server, an agent for each host, and the administrator's commands.</summary>
internal sealed class Fleet : IDisposable
{
    private readonly string folder;
    private readonly Administrator administrator;

    private Fleet(Site site, string folder, ServerProcess server)
    {
        (this.folder, Server) = (folder, server);
        administrator = new(site.Client, server);
        Agents = [.. site.Hosts.Select(host => new AgentProcess(host, folder, Binaries.Agent))];
    }

    public ServerProcess Server { get; }

    public IReadOnlyList<AgentProcess> Agents { get; }

    public static async Task<Fleet> StartAsync(Site site, string folder)
    {
        Screen.Command("server", $"iwtune-server run --listen {site.ClientAddress}:7443");
        return new(site, folder, await ServerProcess.StartAsync(site.Client, site.ClientAddress, Path.Combine(folder, "server")));
    }

    public void Enrol()
    {
        Screen.Command("server", $"iwtune-server token create --uses {Agents.Count} --ttl 1h --labels role=edge");
        var token = Server.CreateToken("--uses", $"{Agents.Count}", "--ttl", "1h", "--labels", "role=edge");
        foreach (var agent in Agents)
        {
            Screen.Command(agent.Host.Name, token.Command);
            Succeed(agent.Enrol(Server.Url, token), "enroll");
            Screen.Command(agent.Host.Name, "iwtune run");
            agent.Start();
        }
    }

    /// <summary>Publishes a document with the real command, from the server's side of the path.</summary>
    public void Push(string document, string reason)
    {
        var file = Path.Combine(folder, "edge.yaml");
        File.WriteAllText(file, document);
        Screen.Command("admin", "cat edge.yaml");
        Screen.Output(document);
        Admin("fleet", "policies", "push", "edge.yaml", "--assign", "role:edge", "--reason", reason);
    }

    /// <summary>Runs an administrator's command and shows it and its answer.</summary>
    public void Admin(params string[] arguments)
    {
        Screen.Command("admin", "iwtune " + string.Join(' ', arguments.Select(Quote)));
        var result = administrator.Run([
            .. arguments.Select(argument => argument == "edge.yaml" ? Path.Combine(folder, argument) : argument),
        ]);
        Screen.Output(result.Output);
        Succeed(result, arguments[0]);
    }

    /// <summary>Waits until every agent has verified a revision on a fresh connection.</summary>
    public async Task ProvedAsync(int revision, int initCwnd, CancellationToken ct)
    {
        foreach (var agent in Agents)
        {
            AgentStatus? seen = null;
            await Until.TrueAsync(
                () =>
                {
                    ct.ThrowIfCancellationRequested();
                    seen = agent.TryStatus();
                    return seen?.State is { Phase: BundlePhase.Applied } state
                        && state.Revision == revision
                        && seen.Proof(seen.Default?.Id) is { ConfiguredCwnd: { } proved }
                        && proved == initCwnd;
                },
                () =>
                    $"{agent.Host.Name} did not prove revision {revision}.\nlast status: "
                    + $"{seen?.Json}\ndaemon:\n{agent.Output}\nserver:\n{Server.Output}"
            );
        }
    }

    public async Task UnenrolAsync()
    {
        foreach (var agent in Agents)
        {
            Screen.Command(agent.Host.Name, "iwtune unenroll");
            var result = agent.RunHere("unenroll");
            Screen.Output(result.Output);
            Succeed(result, "unenroll");
            await agent.Daemon.StopAsync();
        }
    }

    public void Dispose()
    {
        foreach (var agent in Agents)
            agent.Dispose();
        administrator.Dispose();
        Server.Dispose();
    }

    private static void Succeed(CommandResult result, string verb)
    {
        if (result.ExitCode != 0)
            throw new LabException($"iwtune {verb} ended with {result.ExitCode}: {result.Error}{result.Output}");
    }

    private static string Quote(string argument) => argument.Contains(' ', StringComparison.Ordinal) ? $"'{argument}'" : argument;
}
