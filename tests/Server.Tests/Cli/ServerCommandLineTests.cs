using System.CommandLine;
using IwTune.Server.Cli;
using IwTune.Server.Cli.Running;
using IwTune.Server.Hosting;

namespace IwTune.Server.Tests.Cli;

public sealed class ServerCommandLineTests
{
    [Theory]
    [InlineData("token create --kind x", "--kind 'x': write enrolment or api.", "token create")]
    [InlineData("token create --ttl 0s", "--ttl: '0s' is not a time like 90s, 15m, 1h or 7d", "token create")]
    [InlineData("token create --ttl 0s --database mysql://x", "--ttl: '0s' is not a time like 90s, 15m, 1h or 7d", "token create")]
    [InlineData(
        "user add anna --role operator:",
        "--role 'operator:': a selector is missing; leave out ':' for the whole fleet",
        "user add"
    )]
    [InlineData("token create --uses many", "--uses 'many': write a number without a fraction.", "token create")]
    [InlineData("token craete", "'iwtune-server token' has no command 'craete'. Did you mean 'create'?", "token")]
    [InlineData("user add", "'iwtune-server user add' needs NAME.", "user add")]
    [InlineData("user lock --why x", "There is no option '--why' for 'iwtune-server user lock'.", "user lock")]
    [InlineData("user add anna ben", "'iwtune-server user add' takes no further argument 'ben'.", "user add")]
    [InlineData("token create x y", "'iwtune-server token create' takes no argument 'x y'.", "token create")]
    [InlineData("token", "'iwtune-server token' needs a command: create.", "token")]
    public void A_wrong_command_line_is_answered_with_what_is_wrong_and_where_its_help_is(string typed, string problem, string verb)
    {
        var said = ServerCommandLine.Misunderstood(Parse(typed));
        Assert.Contains($"iwtune-server: {problem}", said);
        Assert.DoesNotContain(said, line => line.Contains("Unrecognized", StringComparison.Ordinal));
        Assert.Equal($"Nothing was done. 'iwtune-server {verb} --help' shows how to write it.", said[^1]);
        Assert.DoesNotContain(said, line => line.Contains('\n', StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("grants: only an API token has roles or an owner", "--role: only an API token has roles or an owner")]
    [InlineData("networks: '10.1.1.1/8' has bits set beyond /8", "--network: '10.1.1.1/8' has bits set beyond /8")]
    [InlineData("namePattern: at most 100 characters", "--host-name: at most 100 characters")]
    [InlineData(
        "approve, namePattern, networks: only for enrolment tokens",
        "--approve, --host-name, --network: only for enrolment tokens"
    )]
    [InlineData("'a' is not a label", "'a' is not a label")]
    public void A_problem_of_a_token_names_the_option(string problem, string said) => Assert.Equal(said, TokenCommand.Named(problem));

    [Fact]
    public async Task Help_is_no_error_even_where_arguments_are_missing() =>
        Assert.Equal(ExitCodes.Fine, await ServerCommandLine.RunAsync(Root(), ["user", "add", "--help"]));

    [Theory]
    [InlineData("--kind", "nosuch")]
    [InlineData("--role", "viewer")]
    [InlineData("--network", "10.1.1.1/8")]
    [InlineData("--ttl", "1h", "--netwrk")]
    [InlineData("--uses", "99999999999")]
    [InlineData("--data")]
    public async Task A_wrong_command_line_ends_with_the_code_of_wrong_usage(params string[] typed) =>
        Assert.Equal(ExitCodes.Usage, await ServerCommandLine.RunAsync(Root(), ["token", "create", .. typed]));

    [Fact]
    public async Task An_option_without_its_value_is_refused_where_a_validator_would_read_it() =>
        Assert.Equal(ExitCodes.Usage, await ServerCommandLine.RunAsync(Root(), ["verify-audit", "--file"]));

    [Fact]
    public async Task A_misspelt_option_is_not_taken_for_a_name() =>
        Assert.Equal(ExitCodes.Usage, await ServerCommandLine.RunAsync(Root(), ["user", "lock", "--reasn"]));

    [Theory]
    [InlineData("", false)]
    [InlineData("--smtp-password-file /etc/p", true)]
    [InlineData("--smtp-ca /etc/ca.pem", true)]
    [InlineData("--mail-domain example.com", true)]
    public void An_option_of_the_mail_server_without_the_server_is_refused(string typed, bool refused)
    {
        var command = new Command("run");
        var options = new MailOptions(command).Into(new ServerOptions { Data = "/none" }, command.Parse(typed));
        Assert.Equal(refused, options.Mail?.Problems().Any(problem => problem.StartsWith("--smtp: ", StringComparison.Ordinal)) == true);
    }

    private static ParseResult Parse(string typed) => Root().Parse(typed);

    private static RootCommand Root() => new() { TokenCommand.Create(), UserCommand.Create() };
}
