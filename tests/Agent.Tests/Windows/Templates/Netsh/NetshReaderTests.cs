using System.Text;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;

namespace IwTune.Agent.Tests.Windows.Templates.Netsh;

public sealed class NetshReaderTests
{
    private static readonly WindowsVersion Server2019 = new(17763, Server: true);
    private static readonly byte[] Current = Capture.Bytes("netsh-show-supplemental-template-internet-2023-en-US");
    private static readonly byte[] German = Capture.Bytes("netsh-show-supplemental-win10or11-custom-default-de-DE", 850);

    [Fact]
    public async Task Every_template_is_asked_for_by_name_and_the_default_without_one()
    {
        var netsh = new Recorded(command => new NetshRun(0, command.Template is null ? German : Current));
        var reading = await new NetshReader(netsh, Server2019).ReadAsync(default);
        Assert.Equal("", reading.Problem);
        Assert.Equal(TemplateName.DatacenterCustom, reading.Default);
        Assert.Equal(
            [
                null,
                TemplateName.InternetCustom,
                TemplateName.DatacenterCustom,
                TemplateName.Compat,
                TemplateName.Datacenter,
                TemplateName.Internet,
            ],
            netsh.Asked
        );
        Assert.Equal(netsh.Asked.Skip(1), reading.Templates.Select(template => (TemplateName?)template.Name));
        Assert.All(
            reading.Templates,
            template =>
                Assert.Equal(
                    (10, "cubic", "300"),
                    (template.InitialCongestionWindow, template.CongestionProvider, template.Others["MinRto"])
                )
        );
    }

    [Fact]
    public async Task Custom_is_the_one_custom_template_where_there_is_one()
    {
        var reading = await new NetshReader(new Recorded(_ => new NetshRun(0, German)), new WindowsVersion(9200, Server: true)).ReadAsync(
            default
        );
        Assert.Equal(TemplateName.Custom, reading.Default);
        Assert.Equal(
            [TemplateName.Custom, TemplateName.Compat, TemplateName.Datacenter, TemplateName.Internet],
            reading.Templates.Select(template => template.Name)
        );
    }

    [Fact]
    public async Task A_template_that_this_windows_does_not_have_is_no_failure()
    {
        var reading = await new NetshReader(
            new Recorded(command => command.Template is TemplateName.InternetCustom ? Refusal(1) : new NetshRun(0, Current)),
            Server2019
        ).ReadAsync(default);
        Assert.Equal("", reading.Problem);
        Assert.Equal(4, reading.Templates.Count);
        Assert.DoesNotContain(reading.Templates, template => template.Name == TemplateName.InternetCustom);
        Assert.Null(reading.Default);
    }

    [Fact]
    public async Task A_default_that_cannot_be_asked_for_by_name_is_known_from_the_nameless_call()
    {
        var reading = await new NetshReader(
            new Recorded(command =>
                command.Template switch
                {
                    null => new(0, German),
                    TemplateName.DatacenterCustom => Refusal(1),
                    _ => new(0, Current),
                }
            ),
            Server2019
        ).ReadAsync(default);
        Assert.Equal("dctcp", reading.Templates.Single(template => template.Name == TemplateName.DatacenterCustom).CongestionProvider);
    }

    [Fact]
    public async Task Server_2008_R2_without_the_hotfix_is_told_what_to_install()
    {
        var output = Capture.Bytes("netsh-show-supplemental-2008r2-no-hotfix-en-US");
        var reading = await new NetshReader(new Recorded(_ => new NetshRun(1, output)), new WindowsVersion(7601, Server: true)).ReadAsync(
            default
        );
        Assert.Empty(reading.Templates);
        Assert.Contains("KB2472264", reading.Problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_the_nameless_call_says_nothing_the_templates_are_read_all_the_same()
    {
        var reading = await new NetshReader(new Recorded(command => new(0, command.Template is null ? [] : Current)), Server2019).ReadAsync(
            default
        );
        Assert.Equal((5, null), (reading.Templates.Count, reading.Default));
    }

    [Theory]
    [InlineData(0, "", "netsh printed nothing (exit code 0)")]
    [InlineData(1, "Kaputt.\r\n", "netsh showed no template (exit code 1); it said “Kaputt.”")]
    public async Task A_netsh_that_shows_nothing_is_a_problem(int exitCode, string output, string problem)
    {
        var reading = await new NetshReader(
            new Recorded(_ => new NetshRun(exitCode, Encoding.ASCII.GetBytes(output))),
            Server2019
        ).ReadAsync(default);
        Assert.False(reading.Succeeded);
        Assert.StartsWith(problem, reading.Problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_netsh_that_hangs_at_one_template_leaves_no_half_reading()
    {
        var reading = await new NetshReader(
            new Recorded(command =>
                command.Template is TemplateName.Compat ? new(null, [], "it did not end within 30 s") : new(0, Current)
            ),
            Server2019
        ).ReadAsync(default);
        Assert.Empty(reading.Templates);
        Assert.Equal("it did not end within 30 s", reading.Problem);
    }

    [Fact]
    public async Task A_block_without_a_window_names_its_template()
    {
        var reading = await new NetshReader(
            new Recorded(command =>
                new(0, command.Template is TemplateName.Compat ? Encoding.ASCII.GetBytes("A : 1\r\nB (MSS) : often\r\n") : Current)
            ),
            Server2019
        ).ReadAsync(default);
        Assert.Equal(
            "what netsh printed for the template Compat cannot be read: the initial congestion window is not a number: “often”",
            reading.Problem
        );
    }

    private static NetshRun Refusal(int exitCode) => new(exitCode, Encoding.ASCII.GetBytes("no such template\r\n\r\n"));

    private sealed class Recorded(Func<NetshCommand.ShowSupplemental, NetshRun> answer) : INetsh
    {
        public List<TemplateName?> Asked { get; } = [];

        public ValueTask<NetshRun> RunAsync(NetshCommand command, CancellationToken ct)
        {
            var show = Assert.IsType<NetshCommand.ShowSupplemental>(command);
            Asked.Add(show.Template);
            return ValueTask.FromResult(answer(show));
        }
    }
}
