using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>An export unpacked by a forger who wants to change its content.</summary>
internal sealed class TakenApart
{
    private TakenApart(List<(string Name, byte[] Bytes)> files) => Files = files;

    public List<(string Name, byte[] Bytes)> Files { get; }

    public ExportManifest Manifest => JsonSerializer.Deserialize(Bytes(ExportNames.Manifest), ExportJson.Default.ExportManifest)!;

    public static TakenApart Of(byte[] zip)
    {
        using var archive = new ZipArchive(new MemoryStream(zip));
        return new([
            .. archive.Entries.Select(entry =>
            {
                using var stream = entry.Open();
                using var copy = new MemoryStream();
                stream.CopyTo(copy);
                return (entry.FullName, copy.ToArray());
            }),
        ]);
    }

    public byte[] Bytes(string name) => Files.Find(file => file.Name == name).Bytes;

    public string Text(string name) => Encoding.UTF8.GetString(Bytes(name));

    public TakenApart With(string name, Func<string, string> change) => With(name, Encoding.UTF8.GetBytes(change(Text(name))));

    public TakenApart With(string name, byte[] bytes)
    {
        Files[Files.FindIndex(file => file.Name == name)] = (name, bytes);
        return this;
    }

    public TakenApart Without(string name)
    {
        Files.RemoveAll(file => file.Name == name);
        return this;
    }

    public TakenApart Added(string name, string text)
    {
        Files.Insert(0, (name, Encoding.UTF8.GetBytes(text)));
        return this;
    }

    /// <summary>Corrects hashes, sizes and signature, with the forger's own key.</summary>
    public TakenApart Signed(ECDsa key, Func<ExportManifest, ExportManifest>? change = null)
    {
        var (old, own) = (Manifest, SigningKeys.From(key));
        var manifest = old with
        {
            Signing = new(ExportSigning.Es256, own.KeyId, own.PublicKey),
            Files =
            [
                .. old
                    .Files.Where(file => Files.Exists(other => other.Name == file.Name))
                    .Select(file =>
                        file with
                        {
                            Sha256 = Convert.ToHexStringLower(SHA256.HashData(Bytes(file.Name))),
                            Bytes = Bytes(file.Name).Length,
                        }
                    ),
            ],
        };
        var bytes = JsonSerializer.SerializeToUtf8Bytes(change?.Invoke(manifest) ?? manifest, ExportJson.Default.ExportManifest);
        var envelope = EnvelopeSigner.Sign(bytes, ExportNames.PayloadType, key);
        return With(ExportNames.Manifest, bytes)
            .With(ExportNames.Signature, JsonSerializer.SerializeToUtf8Bytes(envelope, WireJson.Default.Envelope));
    }

    public byte[] Zip()
    {
        using var bytes = new MemoryStream();
        using (var archive = new ZipArchive(bytes, ZipArchiveMode.Create, leaveOpen: true))
            foreach (var (name, content) in Files)
            {
                using var entry = archive.CreateEntry(name).Open();
                entry.Write(content);
            }
        return bytes.ToArray();
    }

    public static ExportCheck Check(byte[] zip, string? pin = null) =>
        ExportVerifier.Verify(new MemoryStream(zip), pin is null ? null : new ExportPin(pin));
}
