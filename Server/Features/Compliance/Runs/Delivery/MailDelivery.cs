using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using IwTune.Server.Features.Compliance.Exports;
using IwTune.Server.Features.Compliance.Runs.Pages;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Storage;
using MailKit;
using MailKit.Net.Smtp;
using MailKit.Security;

namespace IwTune.Server.Features.Compliance.Runs.Delivery;

/// <summary>
/// Sends the files of runs by e-mail, or that a run failed: a message for each recipient, so that one that is refused keeps it from no
/// other.
/// </summary>
internal sealed class MailDelivery(Database database, ServerOptions options, DataDirectory directory, ExportSigner signer)
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);

    /// <param name="run">A run that is kept, or failed.</param>
    /// <param name="delivery">Id of the delivery.</param>
    /// <param name="to">The recipient.</param>
    /// <param name="ct">Ends it.</param>
    /// <returns>The mail server's answer.</returns>
    /// <exception cref="NotDeliveredException">It was not taken; the message says why.</exception>
    public async Task<string> DeliverAsync(RunRow run, string delivery, string to, CancellationToken ct)
    {
        var mail =
            options.Mail ?? throw new NotDeliveredException("This server was started without --smtp and sends no e-mail.", isFinal: false);
        if (mail.Refuses(to) is { } problem)
            throw new NotDeliveredException($"{to} {problem}.", isFinal: true);
        var page = StoredAddress.Of(directory) + RunAddress.Run(run.Id);
        var told = run.IsKept ? RunMessages.Complete(run, page, signer.PublicKey.KeyId) : RunMessages.Failed(run, page);
        using var file = new MemoryStream();
        if (told.Attached is not null)
            await AttachAsync(run, file, ct);
        file.Position = 0;
        using var message = told.Compose(mail.From, to, delivery, file);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(ct);
        limit.CancelAfter(Limit);
        try
        {
            return await SendAsync(mail, message, limit.Token);
        }
        catch (SmtpCommandException refused)
        {
            // RFC 5321 §4.2.1: 5yz is permanent.
            throw new NotDeliveredException(
                $"{mail.Host} refused it: {(int)refused.StatusCode} {refused.Message.Trim()}",
                (int)refused.StatusCode >= 500,
                refused
            );
        }
        catch (Exception unsent)
            when (unsent is ProtocolException or AuthenticationException or SslHandshakeException or IOException or SocketException
                || unsent is NotSupportedException or UnauthorizedAccessException
                || (unsent is OperationCanceledException && !ct.IsCancellationRequested)
            )
        {
            throw new NotDeliveredException($"{mail.Host}:{mail.Port} did not take it: {Line(unsent.Message)}", isFinal: false, unsent);
        }
    }

    private async Task AttachAsync(RunRow run, MemoryStream file, CancellationToken ct)
    {
        try
        {
            await RunContent.CopyAsync(database, run.Id, run.Bytes!.Value, file, ct);
        }
        catch (IOException deleted)
        {
            throw new NotDeliveredException(deleted.Message, isFinal: false, deleted);
        }
    }

    private static async Task<string> SendAsync(MailSettings mail, MimeKit.MimeMessage message, CancellationToken ct)
    {
        // Revocation is not asked for, as of no other certificate: its lists are rarely within reach of a server.
        using var client = new SmtpClient { CheckCertificateRevocation = false };
        if (mail.CaFile is { } authorities)
            client.ServerCertificateValidationCallback = (_, certificate, _, errors) => IsTrusted(certificate, errors, authorities);
        await client.ConnectAsync(
            mail.Host,
            mail.Port,
            mail.IsTlsFromTheStart ? SecureSocketOptions.SslOnConnect
                : mail.IsHere && mail.CaFile is null ? SecureSocketOptions.None
                : SecureSocketOptions.StartTls,
            ct
        );
        if (mail.User.Length > 0)
            await client.AuthenticateAsync(mail.User, mail.ReadPassword(), ct);
        var answer = await client.SendAsync(message, ct);
        await client.DisconnectAsync(quit: true, ct);
        return $"accepted by {mail.Host}: {Line(answer)}";
    }

    /// <summary>Read each time: a certificate that was replaced counts from the next message on.</summary>
    private static bool IsTrusted(X509Certificate? certificate, SslPolicyErrors errors, string authorities)
    {
        if (certificate is null || (errors & ~SslPolicyErrors.RemoteCertificateChainErrors) != SslPolicyErrors.None)
            return false;
        using var chain = new X509Chain { ChainPolicy = TrustedRoots.Of(authorities) };
        return chain.Build(new X509Certificate2(certificate));
    }

    private static string Line(string text) => text.ReplaceLineEndings(" ").Trim();
}
