using System.Net;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows.Probing;
using IwTune.Agent.Windows.Templates;
using IwTune.WindowsDouble.Machine;

namespace IwTune.Agent.Tests.Windows.Probing;

public sealed class WmiAppliedSettingTests : IDisposable
{
    private static readonly IPEndPoint Local = FreshWindowTests.Here,
        Remote = FreshWindowTests.There;

    private readonly MachineDirectory _windows = new("2022");

    public void Dispose() => _windows.Dispose();

    [Theory]
    [InlineData("Internet", TemplateName.Internet)]
    [InlineData("DatacenterCustom", TemplateName.DatacenterCustom)]
    public async Task The_number_of_a_connection_is_a_template_that_is_said_to_be_assumed(string setting, TemplateName name)
    {
        Connect(
            new ConnectionState($"{Local.Address}", (ushort)Local.Port, $"{Remote.Address}", (ushort)Remote.Port, "Established", setting, 4)
        );
        var applied = await new WmiAppliedSetting(new EmulatedWmi(_windows.Machine)).OfAsync(Local, Remote, default);
        Assert.Equal((name, true), (applied!.Template, applied.Assumed));
        Assert.EndsWith("whose meaning is assumed", applied.Why, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Another_connection_between_the_same_ports_is_not_taken()
    {
        Connect(new ConnectionState("192.0.2.200", (ushort)Local.Port, "192.0.2.201", (ushort)Remote.Port, "Established", "Internet", 4));
        Assert.Null(await new WmiAppliedSetting(new EmulatedWmi(_windows.Machine)).OfAsync(Local, Remote, default));
    }

    [Fact]
    public async Task A_host_without_wmi_says_nothing() =>
        Assert.Null(await new WmiAppliedSetting(new EmulatedWmi(_windows.Machine) { Absent = "no" }).OfAsync(Local, Remote, default));

    private void Connect(ConnectionState connection) => _windows.Machine.Change(state => state with { Connections = [connection] });
}
