using System.Text;
using FsCheck;
using FsCheck.Fluent;
using IwTune.PowerShell.Running;

namespace IwTune.PowerShellModule.Tests.Running;

public sealed class CommandLineTextTests
{
    [Theory]
    [InlineData("plain", "plain")]
    [InlineData("", "\"\"")]
    [InlineData("C:\\Program Files\\x", "\"C:\\Program Files\\x\"")]
    [InlineData("C:\\a b\\", "\"C:\\a b\\\\\"")]
    [InlineData("C:\\ab\\", "C:\\ab\\")]
    [InlineData("say \"hi\"", "\"say \\\"hi\\\"\"")]
    [InlineData("a\\\"b", "\"a\\\\\\\"b\"")]
    public void It_is_quoted_as_windows_takes_it_apart(string argument, string quoted) =>
        Assert.Equal(quoted, CommandLineText.Of([argument]));

    [Fact]
    public void Any_arguments_arrive_as_they_were() =>
        Prop.ForAll(
                Arguments().ToArbitrary(),
                arguments =>
                {
                    var run = new AgentProgram("/usr/bin/printf").Run(["%s\\0", .. arguments]);
                    Assert.Equal((0, ""), (run.ExitCode, string.Join('\n', run.Said)));
                    Assert.Equal(arguments, run.Output.Split('\0')[..^1]);
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(40));

    private static Gen<string[]> Arguments() =>
        from count in Gen.Choose(1, 12)
        from arguments in Gen.ArrayOf(Argument(), count)
        select arguments;

    private static Gen<string> Argument() =>
        from length in Gen.Choose(0, 12)
        from characters in Gen.ArrayOf(Gen.Elements("\\", "\"", " ", "\t", "a", "ß", "$", "'", "%", "\n", "日"), length)
        select string.Concat(characters).Normalize(NormalizationForm.FormC);
}
