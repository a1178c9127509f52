using System.Diagnostics;
using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace IwTune.Lab.Authorities;

/// <summary>A time-stamping authority (RFC 3161): openssl's own responder behind HTTP on the loopback, and its CA.</summary>
internal sealed class TimeAuthority : IDisposable
{
    public const string Name = "Clock of the tests";

    private readonly string folder = Directory.CreateTempSubdirectory("iwtune-tsa-").FullName;
    private readonly int port = FreePort.Find();
    private HttpListener? listener;

    public TimeAuthority()
    {
        var now = TimeProvider.System.GetUtcNow();
        var (from, to) = (now.AddDays(-1), now.AddDays(30));
        using var caKey = RSA.Create(2048);
        var ca = new CertificateRequest("CN=CA of the tests", caKey, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        ca.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, critical: true));
        using var root = ca.CreateSelfSigned(from, to);
        using var key = RSA.Create(2048);
        var leaf = new CertificateRequest($"CN={Name}", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        // RFC 3161 §2.3: this purpose alone, and critical.
        leaf.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid("1.3.6.1.5.5.7.3.8")], critical: true));
        leaf.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.DigitalSignature, critical: true));
        using var signer = leaf.Create(root, from, to, [1, 2, 3, 4]);
        File.WriteAllText(Certificates, root.ExportCertificatePem());
        File.WriteAllText(In("tsa.pem"), signer.ExportCertificatePem());
        File.WriteAllText(In("tsa.key"), key.ExportPkcs8PrivateKeyPem());
        File.WriteAllText(In("serial"), "01\n");
        File.WriteAllText(
            In("tsa.cnf"),
            $"""
            [tsa]
            default_tsa = clock
            [clock]
            serial = {In("serial")}
            signer_cert = {In("tsa.pem")}
            signer_key = {In("tsa.key")}
            certs = {Certificates}
            signer_digest = sha256
            default_policy = 1.2.3.4.1
            digests = sha256
            accuracy = secs:1
            ess_cert_id_alg = sha256

            """
        );
    }

    public string Address => $"http://127.0.0.1:{port}/";

    /// <summary>The file of its CA, PEM.</summary>
    public string Certificates => In("ca.pem");

    public void Start()
    {
        listener = new() { Prefixes = { Address } };
        listener.Start();
        _ = AnswerAsync(listener);
    }

    /// <summary>Stamps a file without a server.</summary>
    public void Stamp(string file, string token)
    {
        var query = In("file.tsq");
        OpenSsl("ts", "-query", "-data", file, "-sha256", "-cert", "-out", query);
        OpenSsl("ts", "-reply", "-config", In("tsa.cnf"), "-queryfile", query, "-token_out", "-out", token);
    }

    /// <summary>What openssl says of a token and a file.</summary>
    public (int ExitCode, string Output) Verify(string token, string file) =>
        OpenSsl("ts", "-verify", "-token_in", "-in", token, "-data", file, "-CAfile", Certificates, "-untrusted", In("tsa.pem"));

    public void Dispose()
    {
        listener?.Close();
        Directory.Delete(folder, recursive: true);
    }

    private async Task AnswerAsync(HttpListener from)
    {
        try
        {
            for (var number = 1; ; number++)
            {
                var context = await from.GetContextAsync();
                var (query, reply) = (In($"{number}.tsq"), In($"{number}.tsr"));
                await using (var to = File.Create(query))
                    await context.Request.InputStream.CopyToAsync(to);
                OpenSsl("ts", "-reply", "-config", In("tsa.cnf"), "-queryfile", query, "-out", reply);
                context.Response.ContentType = "application/timestamp-reply";
                await context.Response.OutputStream.WriteAsync(await File.ReadAllBytesAsync(reply));
                context.Response.Close();
            }
        }
        catch (Exception closed) when (closed is HttpListenerException or ObjectDisposedException)
        {
            // The test is over.
        }
    }

    private static (int ExitCode, string Output) OpenSsl(params string[] arguments)
    {
        using var process = Process.Start(
            new ProcessStartInfo("openssl", arguments) { RedirectStandardOutput = true, RedirectStandardError = true }
        )!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output + errors.Result);
    }

    private string In(string name) => Path.Combine(folder, name);
}
