using System.Text.Json;
using IwTune.EndToEnd.Counterfeit;
using IwTune.EndToEnd.Roots;
using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.EndToEnd;

/// <summary>One host, a router and a client with their own folder; agents and servers of a test run in it.</summary>
internal sealed class TestSite : IDisposable
{
    private readonly List<IDisposable> owned = [];
    private readonly string folder = Directory.CreateTempSubdirectory("iwtune-e2e-").FullName;

    /// <summary>Builds it, or skips the test with the reason.</summary>
    public TestSite(int oneWayMilliseconds = 1)
    {
        Privileged.Require();
        Site = Site.Build(TimeSpan.FromMilliseconds(oneWayMilliseconds), "host1");
        Before = RouteImage.Of(Host.Space);
    }

    public Site Site { get; }

    public SiteHost Host => Site.Hosts[0];

    /// <summary>The host's routes when the site was new.</summary>
    public RouteImage Before { get; }

    public string File(string name) => Path.Combine(folder, name);

    /// <summary>Writes a policy with one window for the default routes.</summary>
    public string Policy(int initCwnd, string more = "") =>
        Document($"policy: edge\nwindow: {{ initcwnd: {initCwnd} }}\nscopes: [default]\n{more}");

    public string Document(string text)
    {
        System.IO.File.WriteAllText(File("edge.yaml"), text);
        return File("edge.yaml");
    }

    /// <summary>The agent of the host; the real binary.</summary>
    public AgentProcess Agent() => Agent(Binaries.Agent);

    /// <summary>The agent of the host in the root directory of another system.</summary>
    public AgentProcess Agent(SystemRoot root) => Agent(root.Agent(folder));

    private AgentProcess Agent(string binary)
    {
        var agent = new AgentProcess(Host, folder, binary);
        owned.Add(agent);
        return agent;
    }

    /// <param name="options">After <c>iwtune-server run</c>.</param>
    public async Task<ServerProcess> ServerAsync(params string[] options)
    {
        var server = await ServerProcess.StartAsync(Site.Client, Site.ClientAddress, File("server"), options: options);
        owned.Add(server);
        return server;
    }

    public Task<FakeServer> CounterfeitAsync() => FakeServer.StartAsync(Site.Client, Site.ClientAddress);

    /// <summary>An agent that is enrolled and runs.</summary>
    public AgentProcess Enrolled(string url, ServerToken token)
    {
        var agent = Agent();
        var joined = agent.Enrol(url, token);
        Assert.True(joined.ExitCode == 0, joined.Error + joined.Output);
        agent.Start();
        return agent;
    }

    /// <summary>
    /// The initcwnd of the IPv4 default route as iproute2, which is not part of the product, shows it; <see langword="null"/> when unset.
    /// </summary>
    public int? InitCwnd()
    {
        var words = Host.Space.Ip("route show default").Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var at = Array.IndexOf(words, "initcwnd");
        return at < 0 ? null : int.Parse(words[at + 1]);
    }

    /// <summary>The daemon's number of repairs; 0 while it does not answer.</summary>
    public static int Repairs(AgentProcess agent)
    {
        if (agent.TryStatus() is not { } status)
            return 0;
        using var document = JsonDocument.Parse(status.Json);
        return document
            .RootElement.GetProperty("daemon")
            .GetProperty("repairs")
            .EnumerateArray()
            .Sum(one => one.GetProperty("count").GetInt32());
    }

    /// <summary>Waits until the default route has this initcwnd.</summary>
    public Task InitCwndIsAsync(int? wanted, Func<string>? otherwise = null) =>
        Until.TrueAsync(
            () => InitCwnd() == wanted,
            () => $"initcwnd is {InitCwnd()?.ToString() ?? "unset"}, not {wanted?.ToString() ?? "unset"}. {otherwise?.Invoke()}"
        );

    public void AssertUntouched()
    {
        var now = RouteImage.Of(Host.Space);
        Assert.Equal(Before.Text, now.Text);
        Assert.Equal(Before.Bytes, now.Bytes);
    }

    public void Dispose()
    {
        foreach (var one in Enumerable.Reverse(owned))
            one.Dispose();
        Site.Dispose();
        Directory.Delete(folder, recursive: true);
    }
}
