using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.PowerShell;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.Agent.Tests.Windows.Templates.PowerShell;

public sealed class PowerShellReaderTests
{
    public static TheoryData<string, RowForm> Everywhere =>
        [.. from profile in Profile.All where profile.HasCmdlets from form in Enum.GetValues<RowForm>() select (profile.Name, form)];

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Every_template_is_read_on_every_windows_however_its_values_come(string profile, RowForm form)
    {
        using var directory = new MachineDirectory(profile);
        var reading = await new PowerShellReader(new EmulatedPowerShell(directory.Machine, form), Version(profile)).ReadAsync(default);
        Assert.Equal("", reading.Problem);
        Assert.Equal(["Automatic", .. directory.Machine.Profile.Templates], reading.Templates.Select(template => template.Name.ToString()));
        Assert.Null(reading.Templates[0].InitialCongestionWindow);
        Assert.Empty(reading.Templates[0].Others);
        foreach (var (read, there) in reading.Templates.Skip(1).Zip(directory.Machine.Read().Templates))
        {
            Assert.Equal(there.Values["InitialCongestionWindow"], $"{read.InitialCongestionWindow}");
            Assert.Equal(there.Values.TryGetValue("AutomaticUseCustom", out var uses) ? uses == "Enabled" : null, read.AutomaticUseCustom);
            Assert.Equal(there.Values["MinRto"], read.Others["MinRto"]);
            // Only documented numbers have a known meaning.
            if (form != RowForm.Numbers || there.Values["CongestionProvider"] is "CTCP" or "DCTCP" or "Default")
                Assert.Equal(there.Values["CongestionProvider"], read.CongestionProvider);
        }
    }

    [Theory]
    [InlineData(FaultKind.Garbage, "Get-NetTCPSetting: ")]
    [InlineData(FaultKind.Broken, "Get-NetTCPSetting was refused: access denied.")]
    public async Task What_cannot_be_read_is_a_problem(FaultKind fault, string problem)
    {
        using var directory = new MachineDirectory("2019");
        directory.Machine.Arm(new Fault(fault) { Value = 5 });
        var reading = await new PowerShellReader(new EmulatedPowerShell(directory.Machine), Version("2019")).ReadAsync(default);
        Assert.Empty(reading.Templates);
        Assert.StartsWith(problem, reading.Problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_powershell_that_is_not_there_is_a_problem_and_is_not_asked()
    {
        var reading = await new PowerShellReader(new AbsentPowerShell("PowerShell 7 is not installed"), Version("2019")).ReadAsync(default);
        Assert.Equal("PowerShell 7 is not installed", reading.Problem);
    }

    [Fact]
    public async Task Automatic_can_be_told_to_take_the_custom_templates()
    {
        using var directory = new MachineDirectory("2012r2");
        var shell = new EmulatedPowerShell(directory.Machine);
        Assert.Equal("", await new PowerShellAutomaticChoice(shell, Version("2012r2")).SetAsync(true, default));
        var reading = await new PowerShellReader(shell, Version("2012r2")).ReadAsync(default);
        Assert.All(
            reading.Templates.Where(template => template.Name is TemplateName.InternetCustom or TemplateName.DatacenterCustom),
            template => Assert.True(template.AutomaticUseCustom)
        );
    }

    internal static WindowsVersion Version(string profile) =>
        Profile.Of(profile) is var known
            ? new(known.Build, known.Server) { Name = known.Title, HasTemplateHotfix = known.HasHotfix }
            : null!;
}
