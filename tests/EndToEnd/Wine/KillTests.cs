using IwTune.Lab;
using IwTune.WindowsDouble.Faults;

namespace IwTune.EndToEnd.Wine;

/// <summary>The program is killed while netsh runs, as in a crash; the next start restores order on the host.</summary>
[Collection(nameof(UnderWine))]
public sealed class KillTests(WindowsPattern pattern)
{
    [Fact]
    public async Task Killed_when_the_first_template_was_just_set_it_is_rolled_back()
    {
        using var host = new WindowsHost(pattern);
        await KilledAsync(host, new Fault(FaultKind.HangAfterwards) { Tool = Tool.Netsh, Writes = true });
        Assert.NotEqual((10, 10), (host.Window("Internet"), host.Window("Datacenter")));

        host.Ran(0, "rollback", "--all");
        host.AssertUntouched();
    }

    [Fact]
    public async Task Killed_before_the_second_template_is_set_the_next_apply_goes_on()
    {
        using var host = new WindowsHost(pattern);
        await KilledAsync(
            host,
            new Fault(FaultKind.Hang)
            {
                Tool = Tool.Netsh,
                Writes = true,
                After = 1,
            }
        );
        Assert.NotEqual(host.Window("Internet"), host.Window("Datacenter"));

        host.Ran(0, "apply", host.Policy(16));
        Assert.Equal((16, 16), (host.Window("Internet"), host.Window("Datacenter")));
        host.Ran(0, "rollback", "--all");
        host.AssertUntouched();
    }

    private static async Task KilledAsync(WindowsHost host, Fault fault)
    {
        host.Machine.Arm(fault);
        using var apply = host.Start("apply", host.Policy(16));
        await Until.TrueAsync(
            () => host.Machine.Calls.Any(call => call.EndsWith("never ends", StringComparison.Ordinal)),
            () => $"netsh was not called to write:\n{string.Join('\n', host.Machine.Calls)}\n{apply.Output}"
        );
        apply.Kill();
        host.Machine.Disarm();
    }
}
