using System.Globalization;
using System.Net;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Windows.Versions;

/// <summary>Each cell of the table is done on an emulated server as it comes, by the commands that the cell names.</summary>
public sealed class VersionTableTests(VersionRun run) : IClassFixture<VersionRun>
{
    private static readonly IPNetwork Prefix = IPNetwork.Parse("10.0.0.0/8");

    public static TheoryData<string, string> Cells =>
        [
            .. from server in VersionTable.Servers
            from aspect in Enum.GetValues<VersionAspect>()
            select new TheoryDataRow<string, string>(server.Name, $"{aspect}"),
        ];

    [Theory, MemberData(nameof(Cells))]
    public async Task A_cell_of_the_table_is_what_the_agent_does(string server, string aspect)
    {
        var (_, build) = VersionTable.Servers.Single(one => one.Name == server);
        var cell = VersionTable.Of(build, Enum.Parse<VersionAspect>(aspect));
        using var host = new EmulatedHost(Profile(build), method: build < 9200 ? AccessMethod.Netsh : AccessMethod.Wmi);
        var before = host.Machine.Print();
        var programs = await DoAsync(host, Enum.Parse<VersionAspect>(aspect));

        if (aspect is not nameof(VersionAspect.Drift))
            Assert.All(Named(cell.How), named => Assert.Contains(programs, call => call.Contains(named, StringComparison.Ordinal)));
        if (build < 9200)
            Assert.Equal(before, host.Machine.Print());
        else
            Assert.Contains(host.Machine.Calls, call => call.StartsWith("wmi ", StringComparison.Ordinal));
        run.Add(server, aspect, Shown(programs, cell), cell.ReadBack, cell.Proof, cell.Mark.Word());
    }

    [Fact, Trait("Recorded", "yes")]
    public void The_table_in_the_docs_is_this_one() =>
        Assert.Null(
            Recorded.Problem(
                "docs/windows.md",
                "versions",
                "| Server | for | set by | read back by | proof | mark |\n| --- | --- | --- | --- | --- | --- |\n"
                    + string.Concat(
                        from server in VersionTable.Servers
                        from aspect in Enum.GetValues<VersionAspect>()
                        let cell = VersionTable.Of(server.Build, aspect)
                        select $"| {server.Name} | {Words(aspect)} | {cell.How} | {cell.ReadBack} | {cell.Proof} | "
                            + $"*{cell.Mark.Word()}* |\n"
                    )
            )
        );

    /// <summary>The programs that it started to change something.</summary>
    private static async Task<IReadOnlyList<string>> DoAsync(EmulatedHost host, VersionAspect aspect)
    {
        var reconciler = host.Open();
        var content = WindowsBench.Content(aspect == VersionAspect.PrefixScope ? ("prefix:10.0.0.0/8", 16) : ("default", 16));
        switch (aspect)
        {
            case VersionAspect.PortScope when host.Profile.HasCmdlets:
                var filter = new TransportFilter(Enum.Parse<TemplateName>(host.Profile.Writable[0]), null) { LocalPorts = (443, 443) };
                Assert.Equal("", await host.Methods().Filters.AddAsync(filter, default));
                Assert.Equal("", await host.Methods().Filters.RemoveAsync(filter, default));
                Assert.Empty(host.Machine.Read().Filters);
                break;
            case VersionAspect.PortScope:
                break;
            case VersionAspect.Rollback:
                var fresh = host.Machine.Print();
                await reconciler.ReconcileAsync(content, default);
                await reconciler.Rollbacks.AllAsync(default);
                Assert.Equal(fresh, host.Machine.Print());
                break;
            case VersionAspect.Drift when host.Profile.HasCmdlets:
                await reconciler.ReconcileAsync(content, default);
                var set = host.Machine.Print();
                var name = host.Profile.Writable.FirstOrDefault(one => one == "Internet") ?? host.Profile.Writable[0];
                host.Machine.Change(state => state.WithWindow(name, 6));
                await reconciler.ReconcileAsync(content, default);
                Assert.Equal(set, host.Machine.Print());
                break;
            default:
                await reconciler.ReconcileAsync(content, default);
                break;
        }
        if (aspect == VersionAspect.PrefixScope && host.Profile.HasCmdlets)
            Assert.Equal($"{Prefix}", Assert.Single(host.Machine.Read().Filters).DestinationPrefix);
        return
        [
            .. host.Machine.Calls.Where(call =>
                call.StartsWith("netsh interface tcp ", StringComparison.Ordinal) && !call.Contains(" show ", StringComparison.Ordinal)
                || call.StartsWith("Set-", StringComparison.Ordinal)
            ),
        ];
    }

    /// <summary>The verbs and cmdlets that a cell names before any "else".</summary>
    private static IEnumerable<string> Named(string how)
    {
        var first = how.Split(", else ")[0];
        if (first.StartsWith("netsh ", StringComparison.Ordinal))
            yield return first.Split(':')[0]["netsh ".Length..];
        if (first.Contains("Set-NetTCPSetting", StringComparison.Ordinal))
            yield return "Set-NetTCPSetting";
        if (first.Contains("filters for", StringComparison.Ordinal))
            yield return "add supplementalsubnet";
    }

    private static string Shown(IReadOnlyList<string> programs, VersionCell cell) =>
        programs.Count == 0
            ? cell.How
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{cell.How} ({programs.Count} {(programs.Count == 1 ? "command" : "commands")})"
            );

    private static string Profile(int build) =>
        WindowsDouble.Profiles.Profile.All.First(one => one.Build == build && one.HasTemplates).Name;

    private static string Words(VersionAspect aspect) =>
        aspect switch
        {
            VersionAspect.Template => "all connections",
            VersionAspect.PrefixScope => "a prefix",
            VersionAspect.PortScope => "a port",
            VersionAspect.Rollback => "a rollback",
            _ => "drift",
        };
}
