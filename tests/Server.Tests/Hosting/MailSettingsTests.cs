using IwTune.Server.Hosting;

namespace IwTune.Server.Tests.Hosting;

public sealed class MailSettingsTests
{
    private static readonly MailSettings Usual = new() { Address = "smtps://mail.example.com", From = "iwtune@example.com" };

    [Theory]
    [InlineData("smtps://mail.example.com", 465, "", true, false)]
    [InlineData("smtp://mail.example.com", 587, "", false, false)]
    [InlineData("smtp://127.0.0.1:25", 25, "", false, true)]
    [InlineData("smtp://iwtune%40example.com@mail.example.com:2525", 2525, "iwtune@example.com", false, false)]
    public void An_address_has_a_host_a_port_by_its_kind_and_perhaps_a_user(string address, int port, string user, bool tls, bool here)
    {
        var mail = Usual with { Address = address };
        Assert.Equal((port, user, tls, here), (mail.Port, mail.User, mail.IsTlsFromTheStart, mail.IsHere));
    }

    [Theory]
    [InlineData("http://mail.example.com")]
    [InlineData("mail.example.com")]
    [InlineData("smtps://user:secret@mail.example.com")]
    [InlineData("smtps://mail.example.com/inbox")]
    public void An_address_of_another_kind_or_with_a_password_is_refused(string address) =>
        Assert.StartsWith("--smtp: '", Assert.Single((Usual with { Address = address }).Problems()), StringComparison.Ordinal);

    [Fact]
    public void All_problems_are_named_at_once() =>
        Assert.Equal(
            ["--smtp:", "--smtp-ca:", "--mail-from:", "--mail-domain:"],
            new MailSettings
            {
                Address = "smtps://iwtune@mail.example.com",
                CaFile = "/nowhere/ca.pem",
                From = "the server",
                Domains = ["exa mple"],
            }
                .Problems()
                .Select(problem => problem.Split(' ')[0])
        );

    [Theory]
    [InlineData("audit@example.com", true)]
    [InlineData("AUDIT+iwtune@Example.COM", true)]
    [InlineData("audit@sub.example.com", false)]
    [InlineData("audit@example.org", false)]
    [InlineData("audit", false)]
    [InlineData("a@b@example.com", false)]
    [InlineData("Audit <audit@example.com>", false)]
    [InlineData("audit@example.com\r\nBcc: other@example.com", false)]
    [InlineData("au,dit@example.com", false)]
    [InlineData(".audit@example.com", false)]
    [InlineData("größe@example.com", false)]
    public void A_recipient_is_a_plain_address_in_a_permitted_domain(string recipient, bool permitted) =>
        Assert.Equal(permitted, Usual.Refuses(recipient) is null);

    [Fact]
    public void Named_domains_replace_that_of_the_sender()
    {
        var mail = Usual with { Domains = ["auditors.example.org"] };
        Assert.Null(mail.Refuses("a@auditors.example.org"));
        Assert.Equal("is at example.com; the server sends to auditors.example.org only (--mail-domain)", mail.Refuses("a@example.com"));
    }
}
