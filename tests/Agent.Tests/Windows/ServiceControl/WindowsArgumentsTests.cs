using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Windows.ServiceControl;

namespace IwTune.Agent.Tests.Windows.ServiceControl;

public sealed class WindowsArgumentsTests
{
    [Theory]
    [InlineData(@"""C:\Program Files\IwTune\iwtune.exe"" run --service", @"C:\Program Files\IwTune\iwtune.exe", "run", "--service")]
    [InlineData(
        @"""C:\iwtune.exe"" run --service --state ""D:\two words\\""",
        @"C:\iwtune.exe",
        "run",
        "--service",
        "--state",
        @"D:\two words\"
    )]
    [InlineData(@"""C:\iwtune.exe"" --state """"", @"C:\iwtune.exe", "--state", "")]
    public void The_program_stands_in_quotes_and_nothing_else_does_without_need(string line, params string[] arguments)
    {
        Assert.Equal(line, WindowsArguments.Join(arguments));
        Assert.Equal(arguments, WindowsArguments.Split(line));
    }

    // The examples of "Parsing C command-line arguments" (learn.microsoft.com), behind a program.
    [Theory]
    [InlineData(@"p ""a b c"" d e", "a b c", "d", "e")]
    [InlineData(@"p ""ab\""c"" ""\\"" d", "ab\"c", @"\", "d")]
    [InlineData(@"p a\\\b d""e f""g h", @"a\\\b", "de fg", "h")]
    [InlineData(@"p a\\\""b c d", @"a\""b", "c", "d")]
    [InlineData(@"p a\\\\""b c"" d e", @"a\\b c", "d", "e")]
    public void A_line_is_taken_apart_as_Windows_does(string line, params string[] arguments) =>
        Assert.Equal(["p", .. arguments], WindowsArguments.Split(line));

    [Fact]
    public void A_path_that_an_installer_did_not_quote_is_read_as_far_as_Windows_reads_it() =>
        Assert.Equal([@"C:\iwtune\iwtune.exe", "run", "--service"], WindowsArguments.Split(@"C:\iwtune\iwtune.exe run --service"));

    [Fact]
    public void Whatever_the_arguments_are_they_come_out_as_they_went_in() =>
        Check.One(
            Config.QuickThrowOnFailure.WithMaxTest(2000),
            Prop.ForAll(
                Gen.Elements('a', ' ', '\\', '"', '\t', 'ü', '-')
                    .ListOf()
                    .Select(characters => string.Concat(characters))
                    .ListOf()
                    .ToArbitrary(),
                arguments =>
                    Assert.Equal(
                        [@"C:\p\x.exe", .. arguments],
                        WindowsArguments.Split(WindowsArguments.Join([@"C:\p\x.exe", .. arguments]))
                    )
            )
        );
}
