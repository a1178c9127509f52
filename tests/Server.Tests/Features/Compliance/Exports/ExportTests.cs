using System.Security.Cryptography;
using System.Text;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Compliance.Exports.Formats.Report;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Tests.Features.Compliance.Exports;

/// <summary>The server exports the true state, and every change to an export is detected.</summary>
public sealed class ExportTests(ExportedFleet fleet) : IClassFixture<ExportedFleet>
{
    private TakenApart Apart => TakenApart.Of(fleet.Zip);

    private static void Found(byte[] zip, string said, string? pin = null)
    {
        var check = TakenApart.Check(zip, pin);
        Assert.False(check.Intact, "nothing was found");
        Assert.True(check.Problems.Any(problem => problem.Contains(said, StringComparison.Ordinal)), string.Join('\n', check.Problems));
    }

    [Fact]
    public void An_export_is_intact_and_says_what_it_is()
    {
        var check = TakenApart.Check(fleet.Zip, fleet.Fingerprint);
        Assert.True(check.Intact, string.Join('\n', check.Problems));
        Assert.Equal((fleet.Fingerprint, true), (check.KeyId, check.Pinned));
        var manifest = check.Manifest!;
        Assert.Equal((8, 7, 1), (manifest.Counts.Fleet, manifest.Counts.Matched, manifest.Counts.Excluded));
        Assert.Equal((1, 6), (manifest.Counts.States[Verdict.Compliant], manifest.Counts.States[Verdict.NeverSeen]));
        Assert.Equal((6, 6), (manifest.Watermark.Silent, manifest.Watermark.SilentHosts.Count));
        Assert.Equal("site:fra", manifest.Parameters.Query);
        Assert.Equal("token:test-admin", manifest.By);
        Assert.StartsWith("iwtune-server ", manifest.Generator, StringComparison.Ordinal);
        Assert.Equal(("edge", 1), Assert.Single(manifest.Policies) is var policy ? (policy.Policy, policy.Revision) : default);
        Assert.Equal(Running.Api.Iw3, Apart.Text("policies/edge/r1.yaml"));
        Assert.True(manifest.Audit.Number > 0 && manifest.Audit.Hash.Length == 64);
        Assert.Contains($"--key {fleet.Fingerprint}", Apart.Text(ExportNames.Readme), StringComparison.Ordinal);
    }

    [Fact]
    public void An_export_says_of_which_part_of_the_fleet_it_is_and_what_its_maker_is()
    {
        var (part, whole) = (TakenApart.Of(fleet.Part), Apart.Manifest.Scope!);
        Assert.Equal((true, "the whole fleet"), (whole.WholeFleet, whole.Hosts));
        Assert.Equal(["admin"], whole.Roles);
        Assert.True(TakenApart.Check(fleet.Part, fleet.Fingerprint).Intact);
        var scope = part.Manifest.Scope!;
        Assert.Equal((false, "'site:ams'", 1), (scope.WholeFleet, scope.Hosts, part.Manifest.Counts.Fleet));
        Assert.Equal(["operator:site:ams"], scope.Roles);
        Assert.Contains("PART of the fleet", part.Text(ExportNames.Readme), StringComparison.Ordinal);
        Assert.Contains("access to the whole fleet", Apart.Text(ExportNames.Readme), StringComparison.Ordinal);
    }

    [Fact]
    public void The_same_question_has_the_same_bytes_but_for_the_time()
    {
        var (one, two) = (Apart, TakenApart.Of(fleet.Again));
        Assert.Equal(one.Files.Select(file => file.Name), two.Files.Select(file => file.Name));
        // A browser dates what it prints.
        var same = one.Files.Select(file => file.Name).Except([ExportNames.Manifest, ExportNames.Signature, PdfPart.Part.Name]).ToList();
        foreach (var name in same)
            Assert.Equal((name, one.Text(name)), (name, two.Text(name)));
        Assert.Equal(one.Manifest.Files.Where(Same), two.Manifest.Files.Where(Same));

        bool Same(ExportFile file) => same.Contains(file.Name);
    }

    [Fact]
    public void Each_export_is_told_to_the_audit_log_before_it_is_sent()
    {
        Assert.Equal(2, fleet.Told.Count);
        var hash = Convert.ToHexStringLower(SHA256.HashData(fleet.Zip));
        Assert.Contains(
            fleet.Told,
            entry =>
                entry.Subject == $"export:{hash}"
                && entry.Actor == "token:test-admin"
                && entry.Text.StartsWith("Exported 7 of 8 hosts ('site:fra') as of", StringComparison.Ordinal)
                && entry.Text.Contains(hash, StringComparison.Ordinal)
        );
        // The manifest names the entry before its own.
        Assert.Equal(fleet.Told.Min(entry => entry.Number), Apart.Manifest.Audit.Number + 1);
    }

    [Fact]
    public void Cells_are_no_formulas() =>
        Assert.All(
            Apart.Text(ExportNames.HostsCsv).Split("\r\n").Where(line => line.Length > 0),
            line => Assert.DoesNotContain(line.TrimStart('"')[0], "=+-@\t")
        );

    [Theory]
    [InlineData(ExportNames.HostsCsv, "good", "evil")]
    [InlineData(ExportNames.HostsJsonLines, "NeverSeen", "Compliant")]
    [InlineData(ExportNames.Changes, "\"verdict\":\"Compliant\"", "\"verdict\":\"Repaired\"")]
    [InlineData("policies/edge/r1.yaml", "3", "9")]
    [InlineData(ExportNames.Readme, "IwTune", "iwtune")]
    public void A_changed_file_is_found(string name, string old, string now) =>
        Assert.False(TakenApart.Check(Apart.With(name, text => text.Replace(old, now, StringComparison.Ordinal)).Zip()).Intact);

    [Theory]
    [InlineData(ExportNames.HostsCsv)]
    [InlineData(ExportNames.Changes)]
    [InlineData("policies/edge/r1.yaml")]
    [InlineData("schemas/hosts.schema.json")]
    public void A_removed_file_is_found(string name) => Found(Apart.Without(name).Zip(), $"'{name}' is in the manifest but not in the zip");

    [Fact]
    public void Without_manifest_or_signature_it_is_no_export()
    {
        Found(Apart.Without(ExportNames.Manifest).Zip(), "'manifest.json' is missing");
        Found(Apart.Without(ExportNames.Signature).Zip(), "'signature.json' is missing");
    }

    [Fact]
    public void An_added_file_is_found() =>
        Found(Apart.Added("notes.txt", "all is well").Zip(), "'notes.txt' is in the zip but not in the manifest");

    [Fact]
    public void Swapped_files_are_found()
    {
        var apart = Apart;
        var (one, two) = (apart.Bytes("schemas/hosts.schema.json"), apart.Bytes("schemas/changes.schema.json"));
        Assert.False(TakenApart.Check(apart.With("schemas/hosts.schema.json", two).With("schemas/changes.schema.json", one).Zip()).Intact);
    }

    [Fact]
    public void A_zip_packed_again_with_the_same_files_says_the_same() =>
        Assert.True(TakenApart.Check(Apart.Zip(), fleet.Fingerprint).Intact);

    [Fact]
    public void An_edited_manifest_is_found() =>
        Found(
            Apart.With(ExportNames.Manifest, text => text.Replace("\"fleet\":8", "\"fleet\":7", StringComparison.Ordinal)).Zip(),
            "not the manifest that was signed"
        );

    [Fact]
    public void The_signature_of_another_key_is_found_by_the_pin_and_told_without_one()
    {
        using var other = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var forged = Apart.With(ExportNames.Readme, text => text + "Signed, an attacker\n").Signed(other).Zip();
        Found(forged, $", not by {fleet.Fingerprint}, the key you gave", fleet.Fingerprint);
        var unpinned = TakenApart.Check(forged);
        Assert.True(unpinned.Intact, string.Join('\n', unpinned.Problems));
        Assert.Equal((false, SigningKeys.From(other).KeyId), (unpinned.Pinned, unpinned.KeyId));
    }

    [Fact]
    public void A_key_that_states_the_pinned_fingerprint_and_is_another_is_found()
    {
        using var other = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        Found(
            Apart.Signed(other, manifest => manifest with { Signing = manifest.Signing with { KeyId = fleet.Fingerprint } }).Zip(),
            "does not match the fingerprint that the export states",
            fleet.Fingerprint
        );
    }

    [Fact]
    public void A_signature_that_names_another_key_is_found()
    {
        var text = Apart.Text(ExportNames.Signature);
        Assert.Contains($"\"keyid\":\"{fleet.Fingerprint}\"", text, StringComparison.Ordinal);
        Found(
            Apart
                .With(ExportNames.Signature, whole => whole.Replace(fleet.Fingerprint, new string('0', 64), StringComparison.Ordinal))
                .Zip(),
            "signature.json names key 0000"
        );
        // The format that earlier servers wrote.
        Assert.True(
            TakenApart
                .Check(Apart.With(ExportNames.Signature, whole => whole.Replace("\"keyid\"", "\"keyId\"", StringComparison.Ordinal)).Zip())
                .Intact
        );
    }

    [Fact]
    public void A_file_that_was_cut_off_is_found_wherever_it_was()
    {
        for (var left = 0; left < fleet.Zip.Length; left += 61)
            Assert.False(TakenApart.Check(fleet.Zip[..left]).Intact, $"{left} bytes");
    }

    /// <summary>Times and checksums of the zip itself are not evidence; every other byte is.</summary>
    [Fact, Trait("Cases", "drawn")]
    public void A_flipped_bit_is_found_in_every_file()
    {
        // An odd step, so that each bit of a byte is reached.
        for (var at = 0; at < fleet.Zip.Length; at += (fleet.Zip.Length / Cases.Of(500, 100)) | 1)
        {
            var flipped = fleet.Zip.ToArray();
            flipped[at] ^= (byte)(1 << (at % 8));
            var check = TakenApart.Check(flipped, fleet.Fingerprint);
            Assert.True(!check.Intact || check.Manifest!.Files.SequenceEqual(Apart.Manifest.Files), $"byte {at}");
        }
    }

    [Fact]
    public void Bytes_before_behind_and_between_are_found()
    {
        Found([.. fleet.Zip, 0], "does not end like a zip");
        Found([1, .. fleet.Zip], "not where its last record says");
        Found([.. fleet.Zip, .. Encoding.ASCII.GetBytes("PK")], "does not end like a zip");
    }

    [Theory]
    [InlineData("../evil.txt")]
    [InlineData("/etc/passwd")]
    [InlineData("a/../../b")]
    [InlineData("c:evil")]
    [InlineData("a\\b")]
    public void A_name_that_leads_elsewhere_is_found(string name)
    {
        var check = TakenApart.Check(Apart.Added(name, "x").Zip());
        Assert.Contains(check.Problems, problem => problem.Contains("leads", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(ExportNames.Readme)]
    [InlineData("Readme.TXT")]
    public void A_name_that_comes_twice_is_found(string name) => Found(Apart.Added(name, "x").Zip(), "twice");

    [Fact]
    public void More_than_the_zip_promises_is_not_unpacked() =>
        Assert.False(TakenApart.Check(Apart.With(ExportNames.Readme, new byte[200_000_000]).Zip()).Intact);
}
