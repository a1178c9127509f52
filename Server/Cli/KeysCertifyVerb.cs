using System.CommandLine;
using IwTune.Server.Features.Keys;

namespace IwTune.Server.Cli;

/// <summary><c>iwtune-server keys certify CSR</c></summary>
internal static class KeysCertifyVerb
{
    private const int MostDays = 366;

    public static Command Create(Option<string> reason)
    {
        var csr = new Argument<FileInfo>("CSR") { Description = "Certificate request of the proxy, PEM, with its names" };
        csr.AcceptExistingOnly();
        var life = ServerDurationOption.Create("--ttl", "Validity of the certificate", TimeSpan.FromDays(90));
        life.Validators.Add(result =>
        {
            if (result.GetValue(life).Time is var time && (time < TimeSpan.FromHours(1) || time > TimeSpan.FromDays(MostDays)))
                result.AddError($"--ttl: from 1h to {MostDays}d");
        });
        var command = new Command(
            "certify",
            "Print a certificate of the CA in use for a proxy that ends TLS in front of the servers; hosts accept it for its names"
        )
        {
            csr,
            life,
            reason,
        };
        var at = KeyStore.AddTo(command);
        command.SetAction(parsed =>
            at.WithAsync(
                parsed,
                async (keys, directory) =>
                {
                    using var held = await HeldKeys.LoadAsync(keys, directory, TimeProvider.System);
                    var (pem, problem) = await CertifyProxy.RunAsync(
                        keys.Database,
                        held.Authority,
                        await File.ReadAllTextAsync(parsed.GetRequiredValue(csr).FullName),
                        parsed.GetRequiredValue(life).Time,
                        CommandLineUser.Actor,
                        parsed.GetRequiredValue(reason),
                        TimeProvider.System
                    );
                    if (pem is null)
                    {
                        await System.Console.Error.WriteLineAsync($"iwtune-server: Nothing was issued. {problem}");
                        return ExitCodes.Error;
                    }
                    await System.Console.Out.WriteAsync(pem);
                    return ExitCodes.Fine;
                }
            )
        );
        return command;
    }
}
