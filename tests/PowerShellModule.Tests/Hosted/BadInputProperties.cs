using FsCheck;
using FsCheck.Fluent;

namespace IwTune.PowerShellModule.Tests.Hosted;

/// <summary>Whatever is given to a cmdlet arrives in the program as it was given, and nothing of it runs on the way.</summary>
public sealed class BadInputProperties : IDisposable
{
    private static readonly string[] Hostile =
    [
        "$(throw 'ran')",
        "'; throw 'ran' #",
        "\"; throw \"ran\" #",
        "& { throw 'ran' }",
        "| touch /tmp/ran",
        "`touch /tmp/ran`",
        "--state",
        "-Confirm:$false",
        "%PATH% ^ & | < > ;",
        "*[a-z]?",
        "\\\"\\\\\" \\",
        "日本語 Ünï 🙂",
        "\u2018quoted\u2019 \u201Cquoted\u201D \u2013",
        "\r\n\t",
        " ",
        new string('x', 261),
    ];

    private readonly StandInProgram _program = new StandInProgram().Answers("status", Given.Status).Answers("show", Given.Show);
    private readonly ModuleSession _session = new(console: null);

    public void Dispose()
    {
        _session.Dispose();
        _program.Dispose();
    }

    [Fact]
    public void The_name_of_a_pipe_is_one_argument_of_the_program() =>
        Prop.ForAll(
                Texts().ToArbitrary(),
                text =>
                {
                    _program.Forget();
                    var ran = _session.Run("Get-IwTuneStatus", ("Pipe", text), ("Program", _program.Path));
                    Assert.Empty(ran.ErrorIds);
                    Assert.Equal(["status", "--json", "--socket", text], Assert.Single(_program.Calls));
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(60));

    [Fact]
    public void The_name_of_a_target_is_compared_and_never_run() =>
        Prop.ForAll(
                Texts().ToArbitrary(),
                text =>
                {
                    _program.Forget();
                    var ran = _session.Run("Get-IwTuneWindow", (string[])[text], ("Program", _program.Path));
                    Assert.Empty(ran.ErrorIds);
                    Assert.Equal(["show", "--json"], Assert.Single(_program.Calls));
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(40));

    [Fact]
    public void A_policys_file_may_have_any_name_that_a_file_can_have()
    {
        _program.Answers("plan", Given.Plan, 2);
        foreach (var name in (string[])["a $(throw 'ran').yaml", "b'; throw 'ran' #.yaml", "c [x]*?.yaml", "日本 🙂.yaml", "d &|;%^.yaml"])
        {
            _program.Forget();
            Assert.Empty(_session.Run("Test-IwTunePolicy", ("Path", $"/tmp/{name}"), ("Program", _program.Path)).ErrorIds);
            Assert.Equal(["plan", $"/tmp/{name}", "--json"], Assert.Single(_program.Calls));
        }
    }

    private static Gen<string> Texts() =>
        Gen.Frequency(
            (3, Gen.Elements(Hostile)),
            (2, from parts in Gen.ArrayOf(Gen.Elements(Hostile), 3) select string.Concat(parts)),
            (2, from runes in Gen.NonEmptyListOf(Gen.Choose(1, 0xD7FF)) select string.Concat(runes.Select(rune => (char)rune)))
        );
}
