using IwTune.Lab;
using IwTune.Lab.Packages;
using IwTune.Lab.Wine;
using IwTune.Testing;
using IwTune.WindowsDouble.Faults;

namespace IwTune.EndToEnd.Wine;

/// <summary>The installer with Wine's msiexec: after installation, upgrade and uninstallation, the host is restored.</summary>
/// <remarks>The packages contain the build for Wine; the shipped program differs from it in one class.</remarks>
[Collection(nameof(UnderWine))]
public sealed class InstallerTests(WindowsPattern pattern, Installers installers) : IClassFixture<Installers>
{
    /// <summary>ERROR_FUNCTION_FAILED, which is 1603 on Windows, reduced to what an exit code here can hold.</summary>
    private const int Failure = 1627 % 256;

    [Fact]
    public async Task A_running_service_is_upgraded_and_an_uninstall_leaves_neither_files_nor_service_nor_changed_windows()
    {
        var (old, recent) = (installers.Of("1.0.0"), installers.Of("1.0.1"));
        using var agent = new InstalledAgent(pattern);
        agent.Installs(0, old);
        await agent.AnswersAsync();
        Assert.Contains("iwtune.exe", agent.Files);
        Assert.True(agent.Registry.Has(InstalledAgent.EventSource));
        Assert.Equal(@"%SystemRoot%\System32\EventCreate.exe", agent.Registry.Value(InstalledAgent.EventSource, "EventMessageFile"));
        Assert.EndsWith(@"C:\Program Files\IwTune\", agent.Path(), StringComparison.Ordinal);
        agent.Host.AssertUntouched();

        agent.Installs(0, recent);
        await agent.AnswersAsync();
        Assert.NotEqual(0, agent.Install(old));
        await agent.AnswersAsync();

        agent.Ran(0, "apply", agent.Host.Policy(16));
        Assert.Equal((16, 16), (agent.Host.Window("Internet"), agent.Host.Window("Datacenter")));

        agent.Uninstalls(0, recent);
        await agent.IsGoneAsync();
        agent.Host.AssertUntouched();
        Assert.Empty(agent.Kept);
    }

    /// <summary>
    /// The two halves of an upgrade one after the other: Wine's own upgrade does not notify the old package (UPGRADINGPRODUCTCODE).
    /// </summary>
    [Fact]
    public async Task An_old_version_that_goes_for_a_new_one_leaves_windows_and_state_as_they_are()
    {
        var (old, recent) = (installers.Of("1.0.0"), installers.Of("1.0.1"));
        using var agent = new InstalledAgent(pattern);
        agent.Installs(0, old);
        await agent.AnswersAsync();
        agent.Ran(0, "apply", agent.Host.Policy(16));

        agent.Uninstalls(0, old, $"UPGRADINGPRODUCTCODE={recent.Row("Property", "ProductCode")["Value"]}");
        await agent.IsGoneAsync();
        Assert.Equal((16, 16), (agent.Host.Window("Internet"), agent.Host.Window("Datacenter")));
        Assert.Contains("journal", agent.Kept);

        agent.Installs(0, recent);
        await agent.AnswersAsync();
        Assert.Contains("edge", agent.Ran(0, "status"), StringComparison.Ordinal);
        agent.Uninstalls(0, recent);
        await agent.IsGoneAsync();
        agent.Host.AssertUntouched();
        Assert.Empty(agent.Kept);
    }

    [Fact]
    public async Task Enrolling_while_installing_leaves_a_member_and_no_token()
    {
        using var agent = new InstalledAgent(pattern);
        using var server = await VerifiableServer.StartAsync(agent.Windows.Space, agent.Windows.Unix(@"C:\lab\server"));
        var token = server.CreateToken("--uses", "1", "--labels", "role=edge");
        var package = installers.Of("1.0.0");

        agent.Installs(0, package, $"SERVER={server.Url}", $"TOKEN={token.Token}", $"CAPIN={token.CaPin}");
        await agent.AnswersAsync();
        var url = new Uri(server.Url).Authority;
        await Until.TrueAsync(() => agent.Ran(0, "status").Contains($"{url}/ reached", StringComparison.Ordinal), agent.Told);
        // Wine writes its own log, without support for hidden properties and hidden actions; other tests check both in the tables.
        Assert.DoesNotContain(token.Token, agent.RegistryFiles(), StringComparison.Ordinal);

        // The token is used up: it can only install again on a host whose enrolment is unchanged.
        agent.Installs(0, package, $"SERVER={server.Url}", $"TOKEN={token.Token}", $"CAPIN={token.CaPin}");
        await agent.AnswersAsync();

        agent.Uninstalls(0, package);
        await agent.IsGoneAsync();
        Assert.Empty(agent.Kept);
        using var administrator = new Administrator(agent.Windows.Space, server);
        var hosts = await administrator.GetAsync("/api/v1/hosts");
        Assert.True(
            hosts.Contains("retired", StringComparison.OrdinalIgnoreCase) || !hosts.Contains("\"name\"", StringComparison.Ordinal),
            hosts
        );
    }

    [Fact]
    public async Task A_host_that_cannot_be_enrolled_is_not_installed()
    {
        using var agent = new InstalledAgent(pattern);
        var pin = "sha256:" + new string('a', 64);
        agent.Installs(Failure, installers.Of("1.0.0"), "SERVER=https://localhost:9", "TOKEN=iwe_1", $"CAPIN={pin}");
        await agent.IsGoneAsync();
        Assert.NotEqual(0, agent.Install(installers.Of("1.0.0"), "SERVER=https://localhost:9"));
        await agent.IsGoneAsync();
    }

    [Fact]
    public async Task A_host_that_cannot_be_put_back_keeps_the_agent_and_its_before_images()
    {
        var package = installers.Of("1.0.0");
        using var agent = new InstalledAgent(pattern);
        agent.Installs(0, package);
        await agent.AnswersAsync();
        agent.Ran(0, "apply", agent.Host.Policy(16));
        agent.Host.Machine.Arm(new Fault(FaultKind.Denied) { Writes = true });

        agent.Uninstalls(Failure, package);
        Assert.Contains("iwtune.exe", agent.Files);
        Assert.Contains("journal", agent.Kept);
    }
}

/// <summary>Packages of the build for Wine by version, each made once.</summary>
public sealed class Installers : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("iwtune-msi-").FullName;
    private readonly Dictionary<string, WindowsInstaller> made = [];

    /// <summary>A package of this version, or a skipped test with the reason.</summary>
    public WindowsInstaller Of(string version)
    {
        if ((WindowsInstaller.Missing ?? Binaries.WindowsMissing) is { } reason)
            Lacking.Skip(reason);
        if (!made.TryGetValue(version, out var package))
            made[version] = package = WindowsInstaller.Build(
                version,
                Path.GetDirectoryName(Binaries.WineAgent)!,
                Path.Combine(folder, version + ".msi")
            );
        return package;
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);
}
