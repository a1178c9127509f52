using System.Net;
using IwTune.Agent.Windows.Probing;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.PowerShell;

namespace IwTune.Agent.Tests.Windows.Probing;

public sealed class PowerShellAppliedSettingTests
{
    private static readonly IPEndPoint Local = FreshWindowTests.Here;
    private static readonly IPEndPoint Remote = FreshWindowTests.There;

    [Theory]
    [InlineData("Internet", TemplateName.Internet)]
    [InlineData("DatacenterCustom", TemplateName.DatacenterCustom)]
    public async Task The_cmdlet_names_the_template(string value, TemplateName name)
    {
        var shell = new Shell([Row(value)]);
        Assert.Equal(name, (await new PowerShellAppliedSetting(shell).OfAsync(Local, Remote, CancellationToken.None))?.Template);
        Assert.Equal("Get-NetTCPConnection", shell.Asked!.Name);
        Assert.Equal(((ushort)50_000, (ushort)7443), (shell.Asked.Parameters["LocalPort"], shell.Asked.Parameters["RemotePort"]));
    }

    [Theory]
    [InlineData("")]
    [InlineData(null)]
    [InlineData(2)]
    [InlineData("Invented")]
    public async Task What_is_no_template_is_not_guessed(object? value) =>
        Assert.Null(await new PowerShellAppliedSetting(new Shell([Row(value)])).OfAsync(Local, Remote, CancellationToken.None));

    [Fact]
    public async Task No_row_or_several_say_nothing()
    {
        Assert.Null(await new PowerShellAppliedSetting(new Shell([])).OfAsync(Local, Remote, CancellationToken.None));
        Assert.Null(
            await new PowerShellAppliedSetting(new Shell([Row("Internet"), Row("Compat")])).OfAsync(Local, Remote, CancellationToken.None)
        );
    }

    [Fact]
    public async Task Without_a_PowerShell_nothing_is_asked()
    {
        var shell = new Shell([Row("Internet")]) { Absent = "There is none." };
        Assert.Null(await new PowerShellAppliedSetting(shell).OfAsync(Local, Remote, CancellationToken.None));
        Assert.Null(shell.Asked);
    }

    private static IReadOnlyDictionary<string, object?> Row(object? applied) =>
        new Dictionary<string, object?>(StringComparer.Ordinal) { ["AppliedSetting"] = applied };

    private sealed class Shell(IReadOnlyList<IReadOnlyDictionary<string, object?>> rows) : IPowerShell
    {
        public string? Absent { get; init; }

        public PowerShellCommand? Asked { get; private set; }

        public ValueTask<PowerShellAnswer> InvokeAsync(PowerShellCommand command, CancellationToken ct)
        {
            Asked = command;
            return ValueTask.FromResult(new PowerShellAnswer(rows));
        }
    }
}
