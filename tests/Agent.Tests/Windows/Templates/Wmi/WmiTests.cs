using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Wmi;

namespace IwTune.Agent.Tests.Windows.Templates.Wmi;

public sealed class WmiTests
{
    private readonly MemoryWmi _wmi = new MemoryWmi()
        .WithTemplate("Automatic", null, null)
        .WithTemplate("InternetCustom", 10)
        .WithTemplate("DatacenterCustom", 4)
        .WithTemplate("Internet", 10, 1);

    [Fact]
    public async Task Templates_are_read_out_of_objects()
    {
        var reading = await new WmiReader(_wmi).ReadAsync(default);
        Assert.Equal(
            [
                (TemplateName.Automatic, null, null, null),
                (TemplateName.InternetCustom, 10, "CTCP", false),
                (TemplateName.DatacenterCustom, 4, "CTCP", false),
                (TemplateName.Internet, (int?)10, "CTCP", (bool?)true),
            ],
            reading.Templates.Select(template =>
                (template.Name, template.InitialCongestionWindow, template.CongestionProvider, template.AutomaticUseCustom)
            )
        );
    }

    [Fact]
    public async Task Automatic_is_told_at_the_two_custom_templates_and_nowhere_else()
    {
        Assert.Equal("", await new WmiAutomaticChoice(_wmi).SetAsync(true, default));
        Assert.Equal(
            [("Automatic", null), ("InternetCustom", (byte)1), ("DatacenterCustom", (byte)1), ("Internet", (object?)(byte)1)],
            _wmi.Of("MSFT_NetTCPSetting").Select(row => ((string)row["SettingName"]!, row["AutomaticUseCustom"]))
        );
        Assert.Equal("", await new WmiAutomaticChoice(_wmi).SetAsync(false, default));
        Assert.Equal([null, (byte)0, (byte)0, (byte)1], _wmi.Of("MSFT_NetTCPSetting").Select(row => row["AutomaticUseCustom"]));
    }

    [Fact]
    public async Task Server_2012_has_no_such_choice()
    {
        var wmi = new MemoryWmi().With("MSFT_NetTCPSetting", ("SettingName", "Custom"), ("InitialCongestionWindow", 4u));
        Assert.Contains("came with Server 2012 R2", await new WmiAutomaticChoice(wmi).SetAsync(true, default), StringComparison.Ordinal);
        Assert.Equal(["list MSFT_NetTCPSetting"], wmi.Calls);
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
        Assert.Equal(_wmi.Absent, await new WmiAutomaticChoice(_wmi).SetAsync(true, default));
        Assert.Empty(_wmi.Calls);
    }
}
