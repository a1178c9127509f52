using System.Globalization;
using System.Text.Json;
using IwTune.Lab;
using IwTune.Lab.Wine;

namespace IwTune.EndToEnd.Wine;

/// <summary>The agent in the service manager, installed and removed with its own commands.</summary>
[Collection(nameof(UnderWine))]
public sealed class ServiceTests(WindowsPattern pattern)
{
    private const string Service = "IwTune";
    private const string EventSource = @"HKLM\SYSTEM\CurrentControlSet\Services\EventLog\Application\IwTune";

    [Fact]
    public async Task A_service_is_installed_started_crashes_is_started_again_stops_and_is_removed_with_what_it_did()
    {
        using var host = new WindowsHost(pattern);
        var services = new WineServices(host.Windows);
        var registry = new WineRegistry(host.Windows);
        Assert.Equal(4, host.Run("service", "status").ExitCode);

        host.Ran(0, "service", "install", "--policy", host.Policy(16));
        Assert.Equal("STOPPED", services.State(Service));
        Assert.True(registry.Has(EventSource));
        Assert.Equal(0, services.Start(Service).ExitCode);
        await EnforcesAsync();

        Assert.Equal(0, host.Windows.Run("taskkill", "/f", "/pid", ProcessOf().ToString(CultureInfo.InvariantCulture)).ExitCode);
        host.Machine.Change(machine => machine.WithWindow("Internet", 2));
        // Wine's manager still calls it RUNNING, but can start it once its process is gone.
        await Until.TrueAsync(() => services.Start(Service).ExitCode == 0, Log);
        await EnforcesAsync();

        Assert.Equal(0, services.Stop(Service).ExitCode);
        await services.IsAsync(Service, "STOPPED", Log);
        Assert.Equal((16, 16), (host.Window("Internet"), host.Window("Datacenter")));

        Assert.Equal(0, host.Run("service", "remove").ExitCode);
        await services.IsAsync(Service, null, Log);
        Assert.False(registry.Has(EventSource));
        host.AssertUntouched();

        async Task EnforcesAsync()
        {
            await Until.TrueAsync(
                () =>
                    (host.Window("Internet"), host.Window("Datacenter")) == (16, 16)
                    && services.State(Service) == "RUNNING"
                    && host.Run("status").ExitCode == 0,
                () =>
                    $"{services.State(Service)}, Internet has {host.Window("Internet")}, Datacenter {host.Window("Datacenter")}: "
                    + $"{host.Run("status")}\n{Log()}"
            );
        }

        int ProcessOf()
        {
            var status = host.Run("service", "status", "--json");
            Assert.True(status.ExitCode == 0, status.Error + status.Output);
            using var json = JsonDocument.Parse(status.Output);
            return json.RootElement.GetProperty("pid").GetInt32();
        }

        string Log()
        {
            var log = host.Windows.Unix(@"C:\lab\state\agent.log");
            return File.Exists(log) ? File.ReadAllText(log) : "no agent.log";
        }
    }
}
