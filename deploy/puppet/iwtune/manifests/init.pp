# @summary Installs the IwTune agent, enrols the host and starts the service.
#
# @param server Address of the server, or undef for a host without one.
# @param ca_pin The server's pin, as 'iwtune-server token create' prints it.
# @param token An enrolment token; used only on a host that is not enrolled yet.
# @param policy Content of a policy to enforce without a server.
# @param settings Content of agent.yaml; undef leaves the file of the host alone.
# @param limits Content of limits.yaml; undef leaves the file of the host alone.
# @param package_ensure 'installed', 'latest' or a version.
# @param service_ensure 'running' or 'stopped'.
class iwtune (
  Optional[Pattern[/\Ahttps:\/\/[^\/]+\z/]]      $server         = undef,
  Optional[Pattern[/\Asha256:[0-9a-f]{64}\z/]]   $ca_pin         = undef,
  Optional[Variant[String, Sensitive[String]]]   $token          = undef,
  Optional[String]                               $policy         = undef,
  Optional[String]                               $settings       = undef,
  Optional[String]                               $limits         = undef,
  String                                         $package_ensure = 'installed',
  Enum['running', 'stopped']                     $service_ensure = 'running',
) {
  if $server and !$ca_pin {
    fail("iwtune: server needs ca_pin, as 'iwtune-server token create' prints it")
  }
  if $server and $policy {
    fail('iwtune: server and policy exclude each other')
  }

  package { 'iwtune':
    ensure => $package_ensure,
    notify => Service['iwtune'],
  }

  # The service makes it at its first start; settings come before.
  file { '/var/lib/iwtune':
    ensure  => directory,
    owner   => 'iwtune',
    group   => 'iwtune',
    mode    => '0700',
    require => Package['iwtune'],
  }

  if $settings {
    file { '/var/lib/iwtune/agent.yaml':
      content      => $settings,
      mode         => '0644',
      validate_cmd => 'd=$(mktemp -d) && cp % $d/agent.yaml && /usr/bin/iwtune config check --state $d; r=$?; rm -r $d; exit $r',
      require      => Package['iwtune'],
      notify       => Service['iwtune'],
    }
  }

  if $limits {
    file { '/var/lib/iwtune/limits.yaml':
      content      => $limits,
      mode         => '0644',
      validate_cmd => 'd=$(mktemp -d) && cp % $d/limits.yaml && /usr/bin/iwtune config check --state $d; r=$?; rm -r $d; exit $r',
      require      => Package['iwtune'],
    }
  }

  if $policy {
    file { '/etc/iwtune':
      ensure => directory,
    }
    file { '/etc/iwtune/policy.yaml':
      content => $policy,
      mode    => '0644',
      notify  => Service['iwtune'],
    }
    file { '/etc/default/iwtune':
      content => "RUN_OPTIONS=\"--policy /etc/iwtune/policy.yaml\"\n",
      mode    => '0644',
      require => Package['iwtune'],
      notify  => Service['iwtune'],
    }
  }

  # A service with a policy file calls no server.
  if $server {
    $policy_line = '^RUN_OPTIONS="--policy /etc/iwtune/policy\.yaml"$'
    exec { 'iwtune without a policy file':
      command  => "sed -i 's:${policy_line}:RUN_OPTIONS=:' /etc/default/iwtune",
      onlyif   => "grep -q '${policy_line}' /etc/default/iwtune",
      provider => shell,
      require  => Package['iwtune'],
      notify   => Service['iwtune'],
    }
  }

  if $server and $token {
    $secret = $token ? {
      Sensitive => $token.unwrap,
      default   => $token,
    }
    # The log of Puppet does not show the environment, and the list of processes does not show the standard input.
    exec { 'iwtune enroll':
      command     => "printf '%s\\n' \"\$IWTUNE_ENROLMENT_TOKEN\" | /usr/bin/iwtune enroll ${server} --token-file /dev/stdin --ca-pin ${ca_pin}",
      environment => ["IWTUNE_ENROLMENT_TOKEN=${secret}"],
      provider    => shell,
      creates     => '/var/lib/iwtune/identity.json',
      require     => Package['iwtune'],
      notify      => Service['iwtune'],
    }
  }

  service { 'iwtune':
    ensure => $service_ensure,
    enable => $service_ensure == 'running',
  }
}
