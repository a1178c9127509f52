using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Wmi;

namespace IwTune.Agent.Tests.Windows.Templates.Wmi;

public sealed class WmiTests : IDisposable
{
    private readonly MachineDirectory _directory = new("2019");
    private readonly EmulatedWmi _wmi;

    public WmiTests() => _wmi = new(_directory.Machine);

    public void Dispose() => _directory.Dispose();

    [Fact]
    public async Task Templates_are_read_out_of_objects_with_the_types_of_the_class()
    {
        _directory.Machine.Change(state =>
            state.With("InternetCustom", "CongestionProvider", "CTCP").With("InternetCustom", "AutomaticUseCustom", "Enabled")
        );
        var reading = await new WmiReader(_wmi).ReadAsync(default);
        Assert.Equal(
            [
                (TemplateName.Automatic, null, null, null),
                (TemplateName.InternetCustom, 10, "CTCP", true),
                (TemplateName.DatacenterCustom, 10, "5", false),
            ],
            reading
                .Templates.Take(3)
                .Select(template =>
                    (template.Name, template.InitialCongestionWindow, template.CongestionProvider, template.AutomaticUseCustom)
                )
        );
        Assert.Equal(6, reading.Templates.Count);
    }

    [Theory]
    [InlineData(0x80041003, "access denied")]
    [InlineData(0x80070005, "access denied")]
    [InlineData(0x8004100E, "no namespace root/StandardCimv2")]
    [InlineData(0x80041010, "the provider NetTCPIP of Windows is not registered")]
    [InlineData(0x800705B4, "did not end in time")]
    [InlineData(0x800706BA, "does not answer")]
    [InlineData(0x80070422, "is disabled")]
    [InlineData(0x8004FFFF, "failed: Etwas. (0x8004FFFF)")]
    public async Task An_error_is_told_by_its_code(uint code, string part)
    {
        _wmi.Error = new WmiError(unchecked((int)code), "Etwas.");
        var reading = await new WmiReader(_wmi).ReadAsync(default);
        Assert.StartsWith("listing MSFT_NetTCPSetting", reading.Problem, StringComparison.Ordinal);
        Assert.Contains(part, reading.Problem, StringComparison.Ordinal);
        Assert.EndsWith($"(0x{code:X8})", reading.Problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Classes_that_are_not_there_are_not_asked_for()
    {
        _wmi.Absent = "This Windows has no root/StandardCimv2";
        Assert.Equal(_wmi.Absent, (await new WmiReader(_wmi).ReadAsync(default)).Problem);
        Assert.Empty(_directory.Machine.Calls);
    }
}
