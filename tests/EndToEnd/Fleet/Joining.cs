using System.Text.Json;
using IwTune.Lab;

namespace IwTune.EndToEnd.Fleet;

/// <summary>Three machines and a server that requires a check-in from them every second.</summary>
public sealed class Joining : IAsyncLifetime
{
    private readonly string folder = Directory.CreateTempSubdirectory("iwtune-joining-").FullName;
    private readonly List<IDisposable> owned = [];

    internal Site Site { get; private set; } = null!;

    internal ServerProcess Server { get; private set; } = null!;

    internal Administrator Administrator { get; private set; } = null!;

    public async ValueTask InitializeAsync()
    {
        if (Privileges.Missing is not null)
            return;
        Site = Site.Build(TimeSpan.FromMilliseconds(1), "web-1", "web-2", "web-3");
        Server = await ServerProcess.StartAsync(Site.Client, Site.ClientAddress, Path.Combine(folder, "server"), options: ["--poll", "1s"]);
        owned.Add(Server);
        Administrator = new Administrator(Site.Client, Server, "admin");
        owned.Add(Administrator);
    }

    internal AgentProcess Agent(int host)
    {
        var agent = new AgentProcess(Site.Hosts[host], folder, Binaries.Agent);
        owned.Add(agent);
        return agent;
    }

    /// <summary>The agent of a host, enrolled for a site and running.</summary>
    internal AgentProcess Joined(int host, string site)
    {
        var agent = Agent(host);
        Ran(agent.Enrol(Server.Url, Server.CreateToken("--uses", "1", "--labels", $"site={site}")));
        agent.Start();
        return agent;
    }

    /// <summary>Publishes a window for the hosts of a site.</summary>
    internal void Push(string site, int initCwnd, Administrator? by = null)
    {
        var file = Path.Combine(folder, $"{site}.yaml");
        File.WriteAllText(file, $"policy: {site}\nwindow: {{ initcwnd: {initCwnd} }}\nscopes: [default]\n");
        Ran((by ?? Administrator).Run("fleet", "policies", "push", file, "--assign", $"site:{site}", "--reason", "test"));
    }

    internal static string Ran(CommandResult result)
    {
        Assert.True(result.ExitCode == 0, $"exit {result.ExitCode}: {result.Error}{result.Output}");
        return result.Output;
    }

    internal static int? InitCwnd(AgentProcess agent)
    {
        var words = agent.Host.Space.Ip("route show default").Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var at = Array.IndexOf(words, "initcwnd");
        return at < 0 ? null : int.Parse(words[at + 1]);
    }

    internal static Task InitCwndIsAsync(AgentProcess agent, int wanted) =>
        Until.TrueAsync(
            () => InitCwnd(agent) == wanted,
            () => $"{agent.Host.Name}: initcwnd is {InitCwnd(agent)}, not {wanted}\n{agent.Output}"
        );

    /// <summary>The agent's state at its server, from its status.</summary>
    internal static Task StandsAsync(AgentProcess agent, string wanted) =>
        Until.TrueAsync(
            () => agent.TryStatus() is { } status && OfServer(status.Json, "enrolment") == wanted,
            () => $"{agent.Host.Name} is not {wanted}: {agent.TryStatus()?.Json}\n{agent.Output}"
        );

    /// <summary>A field of identity.json; empty when it does not exist.</summary>
    internal static string Identity(AgentProcess agent, string name)
    {
        using var identity = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(agent.State, "identity.json")));
        return identity.RootElement.TryGetProperty(name, out var value) ? value.ToString() : "";
    }

    public ValueTask DisposeAsync()
    {
        foreach (var one in Enumerable.Reverse(owned))
            one.Dispose();
        Site?.Dispose();
        Directory.Delete(folder, recursive: true);
        return ValueTask.CompletedTask;
    }

    private static string? OfServer(string json, string name)
    {
        using var document = JsonDocument.Parse(json);
        return
            document.RootElement.TryGetProperty("daemon", out var daemon)
            && daemon.TryGetProperty("server", out var server)
            && server.ValueKind == JsonValueKind.Object
            && server.TryGetProperty(name, out var value)
            ? value.GetString()
            : null;
    }
}
