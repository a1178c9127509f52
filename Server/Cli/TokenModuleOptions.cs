using System.CommandLine;

namespace IwTune.Server.Cli;

/// <summary>
/// <c>--token-module</c>, <c>--token-pin-file</c>: what private keys in a PKCS #11 token are used with, on every verb that needs one.
/// </summary>
internal sealed class TokenModuleOptions
{
    private readonly Option<string?> _module = new("--token-module")
    {
        Description = "PKCS #11 library of the token that has private keys, such as /usr/lib/softhsm/libsofthsm2.so",
        HelpName = "FILE",
    };

    private readonly Option<string?> _pin = new("--token-pin-file")
    {
        Description = "File whose first line is the user's PIN of the token",
        HelpName = "FILE",
    };

    private TokenModuleOptions() { }

    public static TokenModuleOptions AddTo(Command command)
    {
        var options = new TokenModuleOptions();
        command.Options.Add(options._module);
        command.Options.Add(options._pin);
        return options;
    }

    public string? Module(ParseResult parsed) => parsed.GetValue(_module);

    public string? PinFile(ParseResult parsed) => parsed.GetValue(_pin);
}
