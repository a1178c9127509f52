using System.Text;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Locales;
using IwTune.WindowsDouble.Netsh;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.Agent.Tests.Windows.Emulated;

/// <summary>The emulated netsh prints exactly the captured text, and prints nothing that has no capture.</summary>
public sealed class NetshDoubleTests
{
    [Fact]
    public void The_default_of_a_client_is_printed_like_the_capture_with_its_blanks_and_line_ends()
    {
        using var windows = new MachineDirectory("win11");
        var printed = Text(Run(windows, "interface tcp show supplemental"), windows);
        Assert.Equal(Captured("netsh-show-supplemental-win11-en-US", blanks: true), printed);
        Assert.EndsWith(": enabled \r\n\r\n", printed, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("win10", "en-US", "netsh-show-global-win10or11-en-US")]
    [InlineData("win11", "ja-JP", "netsh-show-global-win11-ja-JP")]
    public void An_exact_capture_comes_out_byte_for_byte(string profile, string locale, string capture)
    {
        using var windows = new MachineDirectory(profile, locale);
        var file = File.ReadAllText(Fixture(capture));
        var body = string.Concat(file.Split('\n').Where(line => !line.StartsWith('#')).Select(line => line.Length > 0 ? line + "\n" : ""));
        Assert.Equal(Locale.Of(locale).Encoding.GetBytes(body), Run(windows, "interface tcp show global").Output);
    }

    [Fact]
    public void The_machines_own_values_stand_in_the_captured_shape()
    {
        using var windows = new MachineDirectory("2022", "de-DE");
        windows.Machine.Change(state => state.WithWindow("Datacenter", 24).With("Datacenter", "CongestionProvider", "DCTCP"));
        var run = Run(windows, "interface tcp show supplemental template=datacenter");
        Assert.Contains(
            "Anfängliches Überlastungsfenster (MSS)     : 24 \r\nÜberlastungssteuerungsanbieter         : dctcp \r\n",
            Text(run, windows),
            StringComparison.Ordinal
        );
        Assert.Contains((byte)0x9A, run.Output); // Ü in code page 850.
    }

    [Fact]
    public void A_template_that_was_set_reads_back_everywhere()
    {
        using var windows = new MachineDirectory("2022");
        Assert.Equal(
            "Ok. \r\n\r\n".Replace(" \r", "\r", StringComparison.Ordinal),
            Text(Run(windows, "interface tcp set supplemental template=internet icw=20"), windows)
        );
        Assert.Equal(20, windows.Machine.Read().Template("Internet")!.Window);
        Assert.Contains(
            "(MSS)     : 20 ",
            Text(Run(windows, "interface tcp show supplemental template=internet"), windows),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Setting_a_template_without_a_value_makes_it_the_machines_default()
    {
        using var windows = new MachineDirectory("2022");
        Run(windows, "interface tcp set supplemental template=internet");
        Assert.Equal("Internet", windows.Machine.Read().Default);
        Assert.StartsWith(
            "The TCP global default template is internet",
            Text(Run(windows, "interface tcp show supplemental"), windows),
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("2022", "en-US", "interface tcp show supplemental")] // How Automatic is printed.
    [InlineData("2022", "en-US", "interface tcp show supplementalports")]
    [InlineData("2022", "en-US", "interface tcp set supplemental template=internet icw=11")]
    [InlineData("2022", "en-US", "interface tcp set supplemental template=internet icw=66")]
    [InlineData("2022", "en-US", "interface tcp set supplemental internet 300 10")]
    [InlineData("2022", "ja-JP", "interface tcp show supplemental template=internet")]
    [InlineData("2022", "zh-CN", "interface tcp set supplemental template=internet icw=10")]
    [InlineData("2019", "en-US", "interface tcp show supplemental template=internet")]
    [InlineData("2012r2", "en-US", "interface tcp set supplemental template=internet icw=10")]
    [InlineData("win11", "en-US", "interface tcp set supplemental template=internet icw=10")]
    [InlineData("2022", "en-US", "interface ipv4 show subinterfaces")]
    [InlineData("2022", "en-US", "")]
    public void Of_what_nobody_captured_nothing_is_printed_and_nothing_is_done(string profile, string locale, string command)
    {
        using var windows = new MachineDirectory(profile, locale);
        var before = windows.Machine.Print();
        var run = Run(windows, command);
        Assert.Equal((NetshAnswer.NoCapture, 0), (run.ExitCode, run.Output.Length));
        Assert.Contains("no capture is known", run.Errors, StringComparison.Ordinal);
        Assert.Equal(before, windows.Machine.Print());
        Assert.EndsWith("-> 97 no capture", Assert.Single(windows.Machine.Calls), StringComparison.Ordinal);
    }

    [Fact]
    public void A_refusal_for_want_of_rights_is_known_in_German_alone()
    {
        using var german = new MachineDirectory("2022", "de-DE");
        using var english = new MachineDirectory("2022");
        foreach (var windows in (MachineDirectory[])[german, english])
            windows.Machine.Arm(new Fault(FaultKind.Denied));
        var run = Run(german, "interface tcp set supplemental template=internet icw=20");
        Assert.Equal(
            (1, Captured("netsh-set-supplemental-not-elevated-win10or11-de-DE", blanks: false)),
            (run.ExitCode, Text(run, german))
        );
        Assert.Equal(10, german.Machine.Read().Template("Internet")!.Window);
        Assert.Equal(NetshAnswer.NoCapture, Run(english, "interface tcp set supplemental template=internet icw=20").ExitCode);
    }

    [Fact]
    public void A_fault_lets_pass_what_it_is_told_to_and_strikes_as_often()
    {
        using var windows = new MachineDirectory("2022");
        windows.Machine.Arm(
            new Fault(FaultKind.LostWrite)
            {
                Writes = true,
                After = 1,
                Times = 1,
            }
        );
        foreach (var (segments, found) in (IEnumerable<(int, int)>)[(20, 20), (22, 20), (24, 24)])
        {
            Run(windows, "interface tcp show supplemental template=internet");
            Assert.Equal(0, Run(windows, $"interface tcp set supplemental template=internet icw={segments}").ExitCode);
            Assert.Equal(found, windows.Machine.Read().Template("Internet")!.Window);
        }
    }

    public static TheoryData<string> Profiles => [.. Profile.All.Select(profile => profile.Name)];

    [Theory]
    [MemberData(nameof(Profiles))]
    public void Every_profile_is_written_as_it_is_read(string profile)
    {
        using var windows = new MachineDirectory(profile);
        var before = windows.Machine.Print();
        windows.Machine.Change(state => state);
        Assert.Equal(before, windows.Machine.Print());
        Assert.Equal(Profile.Of(profile).Templates, windows.Machine.Read().Templates.Select(template => template.Name));
    }

    private static NetshAnswer Run(MachineDirectory windows, string command) =>
        NetshDouble.Run(windows.Machine, command.Split(' ', StringSplitOptions.RemoveEmptyEntries));

    private static string Text(NetshAnswer run, MachineDirectory windows) =>
        Locale.Of(windows.Machine.Read().Locale).Encoding.GetString(run.Output);

    private static string Fixture(string name) => Path.Combine(AppContext.BaseDirectory, "fixtures/windows", name + ".txt");

    private static string Captured(string name, bool blanks)
    {
        var lines = File.ReadAllLines(Fixture(name), Encoding.UTF8).Where(line => !line.StartsWith('#'));
        return string.Concat(
            lines.Append("").Select(line => blanks && line.Contains(" : ", StringComparison.Ordinal) ? line + " \r\n" : line + "\r\n")
        );
    }
}
